package org.datxa.demo;

import java.util.concurrent.locks.LockSupport;
import org.datxa.DatXA;
import org.datxa.RecoveryReport;

/** Finishes what a killed worker left, from a process of its own, and says what it did. */
public final class DemoRecovery {
  private static final int MOST_PASSES = 200;
  private static final long PAUSE_NANOS = 250_000_000;

  private DemoRecovery() {}

  /**
   * Recovers until a pass finds nothing to do.
   *
   * @param arguments the file of the configuration
   * @throws Exception when the configuration cannot be read
   */
  public static void main(String[] arguments) throws Exception {
    long finished = 0;
    long rolledBack = 0;
    try (DatXA datxa = DatXA.builder().properties(Places.read(arguments[0])).start()) {
      for (int pass = 1; pass <= MOST_PASSES; pass++) {
        RecoveryReport report = datxa.recover();
        finished += report.finished();
        rolledBack += report.rolledBack();
        if (report.isClean() && report.finished() == 0 && report.rolledBack() == 0 && pass > 1) {
          System.out.println("recovered finished=" + finished + " rolled-back=" + rolledBack);
          return;
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
    throw new IllegalStateException("Recovery is not done after " + MOST_PASSES + " passes.");
  }
}
