package org.datxa.crash.matrix;

import java.util.StringJoiner;

/** How long the parts of something took. */
final class Stopwatch {
  private static final long NANOS = 1_000_000;

  private final StringJoiner laps = new StringJoiner(" ");
  private long last = System.nanoTime();

  void lap(String what) {
    long now = System.nanoTime();
    laps.add(what + " " + (now - last) / NANOS);
    last = now;
  }

  @Override
  public String toString() {
    return laps.toString();
  }
}
