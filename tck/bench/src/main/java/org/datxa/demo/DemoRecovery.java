package org.datxa.demo;

import java.util.concurrent.locks.LockSupport;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.datxa.DatXA;
import org.datxa.RecoveryReport;

/**
 * Finishes what a killed worker left, from a process of its own, and says what it did: DatXA's
 * recovery and that of the transaction manager, in turns.
 */
public final class DemoRecovery {
  private static final int MOST_PASSES = 200;
  private static final long PAUSE_NANOS = 250_000_000;

  private final DatXA datxa;
  private final Manager manager;
  private final RecoveredByManager byManager;
  private long finished;
  private long rolledBack;

  private DemoRecovery(Workplace place, RecoveredByManager byManager) {
    this.datxa = place.datxa();
    this.manager = place.manager();
    this.byManager = byManager;
  }

  /**
   * Recovers until a pass finds nothing to do.
   *
   * @param arguments the file of the configuration, the manager, and the folder of its log
   * @throws Exception when the configuration cannot be read
   */
  public static void main(String[] arguments) throws Exception {
    RecoveredByManager byManager = new RecoveredByManager();
    try (Workplace place = Workplace.open(arguments, byManager::watched)) {
      new DemoRecovery(place, byManager).run();
    }
  }

  private void run() throws XAException {
    boolean wasQuiet = false;
    for (int pass = 1; pass <= MOST_PASSES; pass++) {
      boolean quiet = pass();
      if (quiet && wasQuiet) {
        // A transaction of several resources is the manager's; its parts are not counted again.
        boolean split = datxa.recoveryResources().size() > 1;
        System.out.println(
            "recovered finished="
                + (split ? byManager.finished() : finished)
                + " rolled-back="
                + (split ? byManager.rolledBack() : rolledBack));
        return;
      }
      wasQuiet = quiet;
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    throw new IllegalStateException("Recovery is not done after " + MOST_PASSES + " passes.");
  }

  private boolean pass() throws XAException {
    RecoveryReport report = datxa.recover();
    finished += report.finished();
    rolledBack += report.rolledBack();
    manager.scan();
    return report.isClean()
        && report.finished() == 0
        && report.rolledBack() == 0
        && manager.isDone()
        && nothingListed();
  }

  private boolean nothingListed() throws XAException {
    for (XAResource resource : datxa.recoveryResources()) {
      if (resource.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN).length > 0) {
        return false;
      }
    }
    return true;
  }
}
