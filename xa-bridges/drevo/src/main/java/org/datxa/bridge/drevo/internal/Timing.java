package org.datxa.bridge.drevo.internal;

/** Time and chance, so that tests can replace them. */
public interface Timing {
  /**
   * Nanoseconds that only differences of mean anything.
   *
   * @return nanoseconds
   */
  long nanos();

  /**
   * The time of day.
   *
   * @return milliseconds since 1970
   */
  long millis();

  /**
   * Waits a random part of the given time.
   *
   * @param atMostMillis the longest wait
   * @throws InterruptedException if the thread is interrupted
   */
  void pause(long atMostMillis) throws InterruptedException;
}
