package org.datxa.simulation;

import java.util.Random;
import java.util.function.Function;

/** Runs many schedules and keeps the shortest that fails. */
final class Explorer {
  private long schedules;
  private long violations;
  private Outcome shortest;

  Explorer run(long seed, long many, Function<Random, Setup> setups, Mutant mutant) {
    for (long i = 0; i < many; i++) {
      Outcome outcome = Schedule.run(seed + i, setups, mutant);
      schedules++;
      if (!outcome.violations().isEmpty()) {
        violations++;
        if (shortest == null || outcome.log().size() < shortest.log().size()) {
          shortest = outcome;
        }
      }
    }
    return this;
  }

  long schedules() {
    return schedules;
  }

  long violations() {
    return violations;
  }

  String shortest() {
    return shortest == null ? "none" : shortest.text();
  }
}
