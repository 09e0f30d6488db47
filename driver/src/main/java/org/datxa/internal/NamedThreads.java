package org.datxa.internal;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;

/** Daemon threads with a name, so that an application that ends is not kept alive. */
final class NamedThreads implements ThreadFactory {
  private final String name;
  private final AtomicInteger count = new AtomicInteger();

  NamedThreads(String name) {
    this.name = name;
  }

  @Override
  public Thread newThread(Runnable work) {
    Thread thread = new Thread(work, name + "-" + count.incrementAndGet());
    thread.setDaemon(true);
    return thread;
  }

  /** Lets what was accepted finish, for ten seconds at most; the rest is left to recovery. */
  static void finish(ExecutorService threads, Logger log) {
    threads.shutdown();
    try {
      if (!threads.awaitTermination(10, TimeUnit.SECONDS)) {
        log.warn("Some work was not finished at close; recovery does it.");
        threads.shutdownNow();
      }
    } catch (InterruptedException e) {
      threads.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
