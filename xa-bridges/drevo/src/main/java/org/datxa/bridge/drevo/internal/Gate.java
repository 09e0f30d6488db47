package org.datxa.bridge.drevo.internal;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Lets the writers of this process into a graph one after the other, since any two that overlap
 * make one of them fail. It saves work and is never needed for being right: who has waited long
 * enough goes on without it. D4
 */
final class Gate {
  private final Semaphore place = new Semaphore(1, true);
  private final boolean open;
  private final long waitMillis;
  private final Timing timing;

  Gate(boolean used, long waitMillis, Timing timing) {
    this.timing = timing;
    this.open = !used;
    this.waitMillis = waitMillis;
  }

  /** Waits for the others, up to a bound, before the snapshot of a writer is taken. */
  Pass enter() {
    if (open) {
      return new Pass(null);
    }
    boolean in =
        Patience.wait(timing, waitMillis, nanos -> place.tryAcquire(nanos, TimeUnit.NANOSECONDS));
    return new Pass(in ? place : null);
  }

  /** Keeps others out if nobody is in; for a writer whose snapshot is taken already. */
  Pass enterNow() {
    return new Pass(!open && place.tryAcquire() ? place : null);
  }

  /** The right to be in. */
  static final class Pass {
    private final Semaphore held;
    private final AtomicBoolean given = new AtomicBoolean();

    private Pass(Semaphore held) {
      this.held = held;
    }

    boolean isIn() {
      return held != null && !given.get();
    }

    /** Ends it; repeating that is harmless. */
    void leave() {
      if (held != null && given.compareAndSet(false, true)) {
        held.release();
      }
    }
  }
}
