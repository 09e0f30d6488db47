package org.datxa.bridge.drevo.internal;

import java.util.concurrent.TimeUnit;

/**
 * Waits that end by their bound alone. An interrupt does not make an answer unknown that is about
 * to come, nor a finisher give up; it is kept for later (E5).
 */
final class Patience {
  private Patience() {}

  static <T, X extends Exception> T wait(Timing timing, long millis, Wait<T, X> wait) throws X {
    long end = timing.nanos() + TimeUnit.MILLISECONDS.toNanos(millis);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return wait.atMost(Math.max(0, end - timing.nanos()));
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** A wait that an interrupt ends. */
  @FunctionalInterface
  interface Wait<T, X extends Exception> {
    T atMost(long nanos) throws InterruptedException, X;
  }
}
