package org.datxa.simulation;

import java.util.List;
import java.util.Set;

/**
 * How a schedule ended.
 *
 * @param seed what it was made from
 * @param violations what went wrong
 * @param log what happened, where it was recorded
 * @param steps how many effects happened
 */
record Ending(long seed, Set<String> violations, List<String> log, long steps) {
  String text() {
    return "seed " + seed + ": " + violations + "\n" + String.join("\n", log);
  }
}
