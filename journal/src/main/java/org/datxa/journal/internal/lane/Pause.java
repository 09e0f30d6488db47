package org.datxa.journal.internal.lane;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Waits between two tries. Returns early, with the flag kept, when the thread is interrupted. */
@FunctionalInterface
public interface Pause {
  /** Really waits. */
  Pause REAL = duration -> LockSupport.parkNanos(duration.toNanos());

  /**
   * Waits.
   *
   * @param duration how long
   */
  void of(Duration duration);
}
