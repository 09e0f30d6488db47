package org.datxa.simulation;

import java.util.function.Function;
import java.util.function.LongPredicate;

/** Runs many schedules and keeps the shortest that fails. */
final class Explorer {
  private long schedules;
  private long violations;
  private long steps;
  private Ending shortest;

  /** Schedules from one seed on, until somebody has enough. */
  Explorer run(long seed, Function<Choices, Setup> setups, LongPredicate enough) {
    while (!enough.test(schedules)) {
      Ending ending = Schedule.run(seed + schedules, setups, Mutant.NONE);
      schedules++;
      steps += ending.steps();
      if (!ending.violations().isEmpty()) {
        violations++;
        System.out.println("simulation: violation at seed " + ending.seed());
        keep(Schedule.replay(ending.seed(), setups, Mutant.NONE));
      }
    }
    return this;
  }

  private void keep(Ending ending) {
    if (shortest == null || ending.log().size() < shortest.log().size()) {
      shortest = ending;
    }
  }

  long schedules() {
    return schedules;
  }

  long violations() {
    return violations;
  }

  long steps() {
    return steps;
  }

  String shortest() {
    return shortest == null ? "none" : shortest.text();
  }
}
