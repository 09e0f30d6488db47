package org.datxa.journal.internal.lane;

import java.time.Duration;

/** The end of a wait. The one place in this module that reads a clock of the machine. */
public final class Deadline {
  private final long end;

  private Deadline(long end) {
    this.end = end;
  }

  /**
   * A deadline.
   *
   * @param bound how far from now
   * @return the deadline
   */
  public static Deadline in(Duration bound) {
    return new Deadline(System.nanoTime() + bound.toNanos());
  }

  /**
   * What is left of it.
   *
   * @return nanoseconds, below zero once it has passed
   */
  public long leftNanos() {
    return end - System.nanoTime();
  }
}
