package org.datxa.narayana;

import com.arjuna.ats.jta.common.JTAEnvironmentBean;
import com.arjuna.ats.jta.common.jtaPropertyManager;
import java.util.Objects;
import org.datxa.DatXA;
import org.datxa.ResourceWrapping;
import org.jboss.tm.XAResourceRecoveryRegistry;

/**
 * DatXA under Narayana: a name for its resources in Narayana's log, and its part in Narayana's
 * recovery.
 *
 * <p>Inside a server that has a registry (WildFly, Quarkus, Spring Boot with Snowdrop) only {@link
 * #wrapping} and {@link #register(DatXA, XAResourceRecoveryRegistry)} are needed, which touch no
 * class of Narayana itself.
 */
public final class DatXaNarayana {
  private DatXaNarayana() {}

  /**
   * Names the resources, for a server that writes the names of resources into its log by itself.
   *
   * @return what {@code DatXA.builder().resources(…)} is given
   */
  public static ResourceWrapping wrapping() {
    return NamedResource::new;
  }

  /**
   * Names the resources, and has Narayana write these names into its log unless something else does
   * so already. Called before the first transaction: Narayana looks at this setting once.
   *
   * @return what {@code DatXA.builder().resources(…)} is given
   */
  public static ResourceWrapping standalone() {
    JTAEnvironmentBean settings = jtaPropertyManager.getJTAEnvironmentBean();
    if (settings.getXAResourceRecordWrappingPlugin() == null) {
      settings.setXAResourceRecordWrappingPlugin(new NamedRecords());
    }
    return wrapping();
  }

  /**
   * Takes part in the recovery of the Narayana of this process, without a server around it. It
   * makes Narayana's recovery manager if nobody has yet.
   *
   * @param datxa the deployment
   * @return the registration; close it before the deployment
   * @throws IllegalStateException if recovery has no module for XA resources
   */
  public static RecoveryRegistration register(DatXA datxa) {
    return ModuleRecovery.register(Objects.requireNonNull(datxa, "datxa"));
  }

  /**
   * Takes part in the recovery of the server around this application.
   *
   * @param datxa the deployment
   * @param registry the server's registry
   * @return the registration; close it before the deployment
   */
  public static RecoveryRegistration register(DatXA datxa, XAResourceRecoveryRegistry registry) {
    Objects.requireNonNull(registry, "registry");
    RegistryRecovery recovery = new RegistryRecovery(datxa.recoveryResources());
    registry.addXAResourceRecovery(recovery);
    return new RecoveryRegistration(() -> registry.removeXAResourceRecovery(recovery));
  }
}
