package org.datxa.spi;

import java.util.Objects;

/**
 * One thing found wrong at start-up. All findings are reported together.
 *
 * @param where the store, or {@code journal} or {@code configuration}
 * @param problem what was found, without secrets
 * @param nextStep what the operator does about it
 */
public record Finding(String where, String problem, String nextStep) {
  /**
   * Checks that nothing is missing.
   *
   * @param where the store, or {@code journal} or {@code configuration}
   * @param problem what was found, without secrets
   * @param nextStep what the operator does about it
   */
  public Finding {
    Objects.requireNonNull(where, "where");
    Objects.requireNonNull(problem, "problem");
    Objects.requireNonNull(nextStep, "nextStep");
  }

  @Override
  public String toString() {
    return where + ": " + problem + " -> " + nextStep;
  }
}
