package org.datxa.internal.protocol;

import java.util.List;

/**
 * What a recovery pass did.
 *
 * @param finished decided meta-transactions brought to their end
 * @param rolledBack undecided ones rolled back
 * @param pending decided ones that are still not finished
 * @param failed things that could not be looked at this time
 */
public record Tally(long finished, long rolledBack, long pending, long failed) {
  /** Nothing done. */
  public static final Tally NONE = new Tally(0, 0, 0, 0);

  static final Tally FINISHED = new Tally(1, 0, 0, 0);
  static final Tally ROLLED_BACK = new Tally(0, 1, 0, 0);
  static final Tally PENDING = new Tally(0, 0, 1, 0);

  /** One thing could not be looked at. */
  public static final Tally FAILED = new Tally(0, 0, 0, 1);

  /**
   * The sum of two.
   *
   * @param other the other
   * @return the sum
   */
  public Tally plus(Tally other) {
    return new Tally(
        finished + other.finished,
        rolledBack + other.rolledBack,
        pending + other.pending,
        failed + other.failed);
  }

  static Tally sum(List<Tally> all) {
    Tally sum = NONE;
    for (Tally it : all) {
      sum = it.equals(NONE) ? sum : sum.plus(it);
    }
    return sum;
  }
}
