package org.datxa;

import java.time.Duration;
import java.util.Objects;

/**
 * How often and how long a unit of work given as a function is run again after a transient failure.
 * The wait before a repetition is random between nothing and an amount that doubles each time, so
 * that those who collided do not collide again.
 *
 * <p>Nothing else than a TRANSIENT failure is a reason, a full store neither. After {@link
 * org.datxa.spi.error.InDoubt} and {@link org.datxa.spi.error.HeuristicOutcome} nothing is run
 * again, also where the work wrapped them; a pending commit is a commit.
 *
 * <p>The deadline ends the repetitions, not the work: no attempt begins after it, but one that has
 * begun is bounded by the transaction's own {@code timeout_ms}.
 *
 * @param attempts how often it is run at most, the first time included; at least 1
 * @param deadline how long after the beginning of the first another attempt may still begin
 * @param first the most that is waited before the second attempt
 * @param longest the most that is ever waited; never more than a day
 */
public record RetryPolicy(int attempts, Duration deadline, Duration first, Duration longest) {
  /** Five attempts within 30 seconds, 50 ms doubling to 2 s. */
  public static final RetryPolicy DEFAULT =
      new RetryPolicy(5, Duration.ofSeconds(30), Duration.ofMillis(50), Duration.ofSeconds(2));

  /** Runs once. */
  public static final RetryPolicy ONCE =
      new RetryPolicy(1, Duration.ofSeconds(30), Duration.ZERO, Duration.ZERO);

  private static final Duration LONGEST = Duration.ofDays(1);

  /** Checks the numbers. */
  public RetryPolicy {
    Objects.requireNonNull(deadline, "deadline");
    Objects.requireNonNull(first, "first");
    Objects.requireNonNull(longest, "longest");
    if (attempts < 1 || deadline.isNegative() || first.isNegative() || longest.isNegative()) {
      throw new IllegalArgumentException("Attempts must be at least 1, and no time negative.");
    }
  }

  /**
   * The most that is waited after an attempt.
   *
   * @param attempt which attempt failed, from 1
   * @return the upper end of the random wait
   */
  public Duration mostAfter(int attempt) {
    long most = longest.compareTo(LONGEST) < 0 ? longest.toNanos() : LONGEST.toNanos();
    long wait = first.compareTo(LONGEST) < 0 ? first.toNanos() : LONGEST.toNanos();
    for (int i = 1; i < attempt && wait < most; i++) {
      wait *= 2;
    }
    return Duration.ofNanos(Math.min(wait, most));
  }
}
