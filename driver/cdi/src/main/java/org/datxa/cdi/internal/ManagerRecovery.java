package org.datxa.cdi.internal;

import org.datxa.DatXA;
import org.datxa.DatXaBuilder;
import org.datxa.narayana.DatXaNarayana;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The part in the recovery of a transaction manager that has a module for it. */
interface ManagerRecovery {
  /** Before the deployment is started. */
  void name(DatXaBuilder builder);

  /** What is returned is run before the deployment is closed. */
  Runnable register(DatXA datxa);

  /** That of Narayana, when it and its module are on the class path. */
  static ManagerRecovery present(ClassLoader loader) {
    Logger log = LoggerFactory.getLogger("org.datxa.cdi");
    if (!isThere("org.datxa.narayana.DatXaNarayana", loader)) {
      return new None();
    }
    if (!isThere("com.arjuna.ats.internal.jta.recovery.arjunacore.XARecoveryModule", loader)
        || !isThere("org.jboss.tm.XAResourceWrapper", loader)) {
      log.warn(
          "datxa-narayana is there and Narayana is not visible: nothing is registered for"
              + " recovery. On WildFly the modules org.jboss.jts and"
              + " org.jboss.jboss-transaction-spi must be named in a manifest.");
      return new None();
    }
    return new OfNarayana();
  }

  private static boolean isThere(String type, ClassLoader loader) {
    try {
      Class.forName(type, false, loader);
      return true;
    } catch (ClassNotFoundException | LinkageError e) {
      LoggerFactory.getLogger("org.datxa.cdi").debug("{} is not there: {}.", type, e.toString());
      return false;
    }
  }

  /** There is none. */
  final class None implements ManagerRecovery {
    @Override
    public void name(DatXaBuilder builder) {}

    @Override
    public Runnable register(DatXA datxa) {
      return () -> {};
    }
  }

  /** The only class that needs datxa-narayana. */
  final class OfNarayana implements ManagerRecovery {
    @Override
    public void name(DatXaBuilder builder) {
      builder.resources(DatXaNarayana.standalone());
    }

    @Override
    public Runnable register(DatXA datxa) {
      return DatXaNarayana.register(datxa)::close;
    }
  }
}
