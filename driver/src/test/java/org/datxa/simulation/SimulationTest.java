package org.datxa.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * The protocol in random schedules. {@code -Ddatxa.simulation.seed=…} replays one, {@code
 * -Ddatxa.simulation.seconds=…} and {@code -Ddatxa.simulation.schedules=…} bound how many there
 * are; 0 is no bound.
 */
class SimulationTest {
  private static final long SCHEDULES = Long.getLong("datxa.simulation.schedules", 0);
  private static final long SECONDS = Long.getLong("datxa.simulation.seconds", 10);
  private static final Long SEED = Long.getLong("datxa.simulation.seed");
  private static final long EVERY = TimeUnit.SECONDS.toNanos(10);

  private final long begun = System.nanoTime();
  private long told = begun;

  @Test
  void everySchedule_endsWithAllBranchesOrNone() {
    if (SEED != null) {
      Ending ending = Schedule.replay(SEED, Setup::random, Mutant.NONE);
      System.out.println(ending.text());
      assertThat(ending.violations()).isEmpty();
      return;
    }
    long seed = ThreadLocalRandom.current().nextLong(1_000_000_000_000L);
    Explorer explorer = new Explorer().run(seed, Setup::random, this::enough);
    System.out.printf(
        Locale.ROOT,
        "simulation: schedules=%d violations=%d seed=%d effects=%d per_second=%d%n",
        explorer.schedules(),
        explorer.violations(),
        seed,
        explorer.steps(),
        explorer.schedules() * 1_000_000_000L / Math.max(1, System.nanoTime() - begun));
    assertThat(explorer.violations()).as(explorer.shortest()).isZero();
  }

  private boolean enough(long schedules) {
    if (schedules % 256 != 0 && schedules != SCHEDULES) {
      return false;
    }
    long now = System.nanoTime();
    if (now - told > EVERY) {
      told = now;
      System.out.println("simulation: " + schedules + " schedules so far");
    }
    boolean late = SECONDS > 0 && now - begun > TimeUnit.SECONDS.toNanos(SECONDS);
    return late || (SCHEDULES > 0 && schedules >= SCHEDULES);
  }

  @Test
  void otherProcess_makesTheSameLogsByteForByte() throws Exception {
    Process other =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Fingerprint.class.getName())
            .redirectErrorStream(true)
            .start();
    try (InputStream out = other.getInputStream()) {
      String all = new String(out.readAllBytes(), StandardCharsets.UTF_8);
      assertThat(all.strip()).isEqualTo(Fingerprint.of(1, 300));
    } finally {
      other.destroyForcibly();
    }
  }

  @Test
  void sameSeed_makesTheSameLogByteForByte() {
    for (long seed = 1; seed <= 200; seed++) {
      Ending recorded = Schedule.replay(seed, Setup::random, Mutant.NONE);
      assertThat(Schedule.replay(seed, Setup::random, Mutant.NONE).text())
          .isEqualTo(recorded.text());
      Ending silent = Schedule.run(seed, Setup::random, Mutant.NONE);
      assertThat(silent.log()).isEmpty();
      assertThat(silent.steps()).isEqualTo(recorded.steps());
    }
  }
}
