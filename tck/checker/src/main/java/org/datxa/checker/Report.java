package org.datxa.checker;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What a check came to.
 *
 * @param violations everything that is not as it was promised
 * @param looked what was looked at, one line for each store and for the journal
 */
public record Report(List<Violation> violations, List<String> looked) {
  /**
   * Keeps copies.
   *
   * @param violations the violations
   * @param looked the lines
   */
  public Report {
    violations = List.copyOf(violations);
    looked = List.copyOf(looked);
  }

  /**
   * Whether all is as it was promised.
   *
   * @return true without violations
   */
  public boolean isClean() {
    return violations.isEmpty();
  }

  /** The violations, one in a line. */
  @Override
  public String toString() {
    return isClean()
        ? "no violations (" + String.join("; ", looked) + ")"
        : violations.stream().map(Violation::toString).collect(Collectors.joining("\n"));
  }
}
