package org.datxa.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.datxa.simulation.Mutants.Broken;
import org.datxa.simulation.Setup.Part;
import org.junit.jupiter.api.Test;

/** Each rule is broken on purpose, and random schedules must notice. */
class MutantTest {
  private static final long MOST = 60_000;

  /** The schedule that notices, or 0. */
  private static long caughtBy(Broken it) {
    for (long seed = 1; seed <= MOST; seed++) {
      Setup setup = it.setups().get((int) (seed % it.setups().size()));
      Ending ending = Schedule.run(seed, choices -> setup, it.mutant());
      if (ending.violations().stream().anyMatch(found -> found.contains(it.noticed()))) {
        return seed;
      }
    }
    return 0;
  }

  @Test
  void everyBrokenRule_isNoticed() {
    List<Mutant> missed = new ArrayList<>();
    for (Broken it : Mutants.all()) {
      long schedules = caughtBy(it);
      System.out.printf(
          Locale.ROOT,
          "mutant: %-10s %-26s %s%n",
          it.rule(),
          it.mutant(),
          schedules == 0
              ? "not caught in " + MOST + " schedules"
              : "caught by schedule " + schedules);
      if (schedules == 0) {
        missed.add(it.mutant());
      }
    }
    int all = Mutants.all().size();
    System.out.println("mutants: caught=" + (all - missed.size()) + " of=" + all);
    assertThat(missed).isEmpty();
  }

  @Test
  void everyMutant_hasARuleThatItBreaks() {
    Set<Mutant> used = EnumSet.of(Mutant.NONE);
    Mutants.all().forEach(it -> used.add(it.mutant()));
    assertThat(used).containsExactlyInAnyOrder(Mutant.values());
  }

  @Test
  void whereH1IsBroken_itIsReported_andNeverInsertedTwice() {
    Setup setup = Setup.of(Part.JOURNAL, Part.A, Part.HOUSE).inPart();
    for (long seed = 1; seed <= 3000; seed++) {
      Ending ending = Schedule.run(seed, choices -> setup, Mutant.NONE);
      assertThat(ending.violations()).as("seed %d", seed).isEmpty();
    }
  }
}
