package org.datxa.journal.internal.postgresql;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Waits between two tries. Returns early, with the flag kept, when the thread is interrupted. */
@FunctionalInterface
interface Pause {
  /** Really waits. */
  Pause REAL = duration -> LockSupport.parkNanos(duration.toNanos());

  void of(Duration duration);
}
