package org.datxa.bridge.drevo.internal;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** Time and chance of the machine. */
public final class SystemTiming implements Timing {
  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public long millis() {
    return System.currentTimeMillis();
  }

  @Override
  public void pause(long atMostMillis) throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(ThreadLocalRandom.current().nextLong(atMostMillis + 1));
  }
}
