package org.datxa.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/**
 * The protocol in random schedules. {@code -Ddatxa.seed=…} replays from a seed, {@code
 * -Ddatxa.schedules=…} runs another number of them.
 */
class SimulationTest {
  private static final long SCHEDULES = Long.getLong("datxa.schedules", 6000);

  @Test
  void everySchedule_endsWithAllBranchesOrNone() {
    Long given = Long.getLong("datxa.seed");
    long seed = given != null ? given : ThreadLocalRandom.current().nextLong(1_000_000_000_000L);
    Explorer explorer = new Explorer().run(seed, SCHEDULES, Setup::random, Mutant.NONE);
    System.out.println(
        "simulation: schedules="
            + explorer.schedules()
            + " violations="
            + explorer.violations()
            + " seed="
            + seed);
    assertThat(explorer.violations()).as(explorer.shortest()).isZero();
  }

  @Test
  void sameSeed_makesTheSameLogByteForByte() {
    for (long seed = 1; seed <= 200; seed++) {
      String once = Schedule.run(seed, Setup::random, Mutant.NONE).text();
      assertThat(Schedule.run(seed, Setup::random, Mutant.NONE).text()).isEqualTo(once);
    }
  }
}
