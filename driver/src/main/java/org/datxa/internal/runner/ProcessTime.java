package org.datxa.internal.runner;

import java.util.concurrent.TimeUnit;

/** The clocks of this process, and sleeping by them. The one place that touches them. */
public interface ProcessTime {
  /** The machine's own clocks. */
  ProcessTime SYSTEM =
      new ProcessTime() {
        @Override
        public long millis() {
          return System.currentTimeMillis();
        }

        @Override
        public long nanos() {
          return System.nanoTime();
        }

        @Override
        public void sleep(long nanos) throws InterruptedException {
          TimeUnit.NANOSECONDS.sleep(nanos);
        }
      };

  /**
   * The wall clock.
   *
   * @return milliseconds since 1970
   */
  long millis();

  /**
   * A clock that only measures.
   *
   * @return nanoseconds since some moment
   */
  long nanos();

  /**
   * Sleeps.
   *
   * @param nanos how long
   * @throws InterruptedException when the thread was interrupted
   */
  void sleep(long nanos) throws InterruptedException;
}
