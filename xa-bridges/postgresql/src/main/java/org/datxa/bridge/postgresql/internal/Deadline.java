package org.datxa.bridge.postgresql.internal;

import java.util.concurrent.TimeUnit;

/** The end of a wait. The one place in this module that reads a clock of the machine. */
final class Deadline {
  private final long end;

  private Deadline(long end) {
    this.end = end;
  }

  static Deadline in(long millis) {
    return new Deadline(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis));
  }

  boolean isOver() {
    return end - System.nanoTime() <= 0;
  }
}
