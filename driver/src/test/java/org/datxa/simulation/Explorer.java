package org.datxa.simulation;

import java.util.Random;
import java.util.function.Function;

/** Runs many schedules and keeps the shortest that fails. */
final class Explorer {
  private long schedules;
  private long violations;
  private Outcome shortest;
  private final java.util.Map<String, Integer> kinds = new java.util.TreeMap<>();

  Explorer run(long seed, long many, Function<Random, Setup> setups, Mutant mutant) {
    for (long i = 0; i < many; i++) {
      Outcome outcome = Schedule.run(seed + i, setups, mutant);
      schedules++;
      if (!outcome.violations().isEmpty()) {
        violations++;
        outcome
            .violations()
            .forEach(
                v ->
                    kinds.merge(
                        v.replaceAll("[0-9a-f]{8}-[-0-9a-f]*", "") + " e.g. ", 1, Integer::sum));
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

  public static void main(String[] arguments) {
    long seed = Long.parseLong(arguments[0]);
    long many = Long.parseLong(arguments[1]);
    Mutant mutant = arguments.length > 2 ? Mutant.valueOf(arguments[2]) : Mutant.NONE;
    Explorer explorer = new Explorer().run(seed, many, Setup::random, mutant);
    System.out.println(
        "schedules=" + explorer.schedules + " violations=" + explorer.violations + " seed=" + seed);
    System.out.println(explorer.shortest());
    explorer.kinds.forEach((k, v) -> System.out.println(v + " " + k));
  }
}
