package org.datxa.internal.runner;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * Waits between repetitions, exponentially longer with full jitter, inside one deadline for all of
 * them. An interrupt ends the patience and is kept.
 */
public final class Patience {
  /** Sleeps. */
  @FunctionalInterface
  public interface Sleeper {
    /**
     * Sleeps for a while.
     *
     * @param nanos how long
     * @throws InterruptedException when the thread was interrupted
     */
    void sleep(long nanos) throws InterruptedException;
  }

  private static final Duration FIRST = Duration.ofMillis(20);
  private static final Duration LONGEST = Duration.ofSeconds(1);

  private final ProcessTime time;
  private final DoubleSupplier random;
  private final long end;

  /**
   * Patience that begins now.
   *
   * @param time the clock and the sleep of this process
   * @param random values from 0 to 1
   * @param deadline how long it lasts
   */
  public Patience(ProcessTime time, DoubleSupplier random, Duration deadline) {
    this.time = time;
    this.random = random;
    this.end = time.nanos() + deadline.toNanos();
  }

  /**
   * Waits before a repetition.
   *
   * @param attempt which repetition, from 1
   * @return false when there is no time left, or the thread was interrupted
   */
  boolean pause(int attempt) {
    long left = end - time.nanos();
    if (left <= 0) {
      return false;
    }
    long most = Math.min(FIRST.toNanos() << Math.min(attempt - 1, 10), LONGEST.toNanos());
    long nanos = Math.min(left, (long) (most * random.getAsDouble()) + 1);
    try {
      time.sleep(nanos);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
