package org.datxa.lab;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A moment until which something is waited for. */
final class Deadline {

  private static final long STEP_NANOS = 5_000_000;

  private final long endNanos;

  private Deadline(long endNanos) {
    this.endNanos = endNanos;
  }

  static Deadline after(Duration duration) {
    return new Deadline(System.nanoTime() + duration.toNanos());
  }

  long leftMillis() {
    return Math.max(0, (endNanos - System.nanoTime()) / 1_000_000);
  }

  boolean isOver() {
    return System.nanoTime() - endNanos >= 0;
  }

  /** Looks until the condition holds; answers false when the time is over before that. */
  boolean await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      if (isOver() || Thread.currentThread().isInterrupted()) {
        return false;
      }
      LockSupport.parkNanos(STEP_NANOS);
    }
    return true;
  }
}
