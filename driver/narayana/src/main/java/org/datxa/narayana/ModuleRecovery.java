package org.datxa.narayana;

import com.arjuna.ats.arjuna.common.arjPropertyManager;
import com.arjuna.ats.internal.jta.recovery.arjunacore.XARecoveryModule;
import com.arjuna.ats.jta.common.jtaPropertyManager;
import com.arjuna.ats.jta.recovery.XAResourceRecoveryHelper;
import java.util.List;
import javax.transaction.xa.XAResource;
import org.datxa.DatXA;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the recovery module of a Narayana without a server asks at each scan. */
record ModuleRecovery(List<XAResource> resources) implements XAResourceRecoveryHelper {
  private static final Logger LOG = LoggerFactory.getLogger("org.datxa.narayana");
  private static final String DEFAULT_NODE = "1";
  private static final String ALL_NODES = "*";

  static RecoveryRegistration register(DatXA datxa) {
    XARecoveryModule module = XARecoveryModule.getRegisteredXARecoveryModule();
    if (module == null) {
      throw new IllegalStateException(
          "Narayana's recovery has no XARecoveryModule; name it in"
              + " RecoveryEnvironmentBean.recoveryModuleClassNames.");
    }
    warnOfNodes();
    ModuleRecovery recovery = new ModuleRecovery(datxa.recoveryResources());
    module.addXAResourceRecoveryHelper(recovery);
    return new RecoveryRegistration(() -> module.removeXAResourceRecoveryHelper(recovery));
  }

  private static void warnOfNodes() {
    String node = arjPropertyManager.getCoreEnvironmentBean().getNodeIdentifier();
    List<String> recovered = jtaPropertyManager.getJTAEnvironmentBean().getXaRecoveryNodes();
    if (DEFAULT_NODE.equals(node)) {
      LOG.warn(
          "Narayana's node identifier is the default '1'. Two processes with one identifier roll"
              + " back each other's votes; set CoreEnvironmentBean.nodeIdentifier.");
    }
    if (recovered == null || !(recovered.contains(node) || recovered.contains(ALL_NODES))) {
      LOG.warn(
          "Narayana recovers the nodes {} and not its own '{}': votes whose decision was never"
              + " logged keep their locks; set JTAEnvironmentBean.xaRecoveryNodes.",
          recovered,
          node);
    }
  }

  @Override
  public boolean initialise(String parameter) {
    return true;
  }

  @Override
  public XAResource[] getXAResources() {
    return resources.toArray(new XAResource[0]);
  }
}
