package org.datxa.crash.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIf;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random cells of the crash matrix, as many as {@code datxa.matrix.runs} says. Stopped and started
 * again it goes on: {@code target/crash-matrix.state} remembers seed and position.
 */
class CrashMatrixSoakTest {
  private static final long RUNS = Long.getLong("datxa.matrix.runs", 0);
  private static final int TICK_SECONDS = 10;

  @TempDir private Path folder;

  static boolean isOff() {
    return RUNS == 0;
  }

  @Test
  @DisabledIf("isOff")
  void randomCellsEndWholeAndAsAnswered() throws Exception {
    Soak soak =
        new Soak(
            Path.of("target", "crash-matrix.state"),
            Long.getLong("datxa.matrix.seed", System.nanoTime()),
            System.out::println);
    Results results;
    ScheduledExecutorService ticks = Executors.newSingleThreadScheduledExecutor();
    ScheduledFuture<?> tick =
        ticks.scheduleAtFixedRate(
            () -> System.out.println(soak.progress(RUNS)), 0, TICK_SECONDS, TimeUnit.SECONDS);
    try {
      results = soak.run(RUNS, folder);
    } finally {
      tick.cancel(true);
      ticks.shutdownNow();
    }
    results.print();
    System.out.println(
        "crash-matrix: runs="
            + results.runs()
            + " violations="
            + results.violations().size()
            + " seed="
            + soak.seed());
    assertThat(results.violations()).isEmpty();
  }
}
