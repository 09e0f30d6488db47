package org.datxa.bridge.iceberg.internal;

/** Time and chance, so that tests can replace them. */
public interface Timing {
  /** Nanoseconds that only differences of mean anything. */
  long nanos();

  /** A text that no other call in any process gives. */
  String unique();

  /** Waits a random part of the given milliseconds. */
  void pause(long atMostMillis) throws InterruptedException;
}
