package org.datxa.bench;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import org.datxa.internal.config.Settings;
import org.datxa.internal.protocol.Verdict;
import org.datxa.internal.runner.HybridClock;
import org.datxa.internal.runner.ProcessTime;
import org.datxa.internal.work.Engine;
import org.datxa.internal.work.Listeners;
import org.datxa.internal.work.MetaTransaction;
import org.datxa.spi.Store;

/** The engine with stores and a journal that cost nothing: time, garbage and throughput. */
final class EngineAlone implements AutoCloseable {
  private static final int WARM_UP = 100_000;
  private static final int ITERATIONS = 100_000;
  private static final int THREADS = 2;
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final ThreadMXBean memory = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final ExecutorService parallel = Executors.newCachedThreadPool();
  private final ExecutorService background = Executors.newSingleThreadExecutor();
  private final ExecutorService callers = Executors.newFixedThreadPool(THREADS);
  private final Map<String, Store> stores = new LinkedHashMap<>();
  private final MemoryJournal journal = new MemoryJournal();
  private final Engine engine;

  private EngineAlone() {
    stores.put("prepares", new FreeStores.Preparing("prepares"));
    stores.put("applies", new FreeStores.Applying("applies"));
    HybridClock clock =
        new HybridClock(ProcessTime.SYSTEM, () -> ThreadLocalRandom.current().nextLong(), journal);
    Engine.Parts parts =
        new Engine.Parts(settings(), stores, Optional.of(journal), Optional.empty());
    engine = new Engine(parts, clock, ProcessTime.SYSTEM, parallel, background, Listeners.NONE);
  }

  private static Settings.Engine settings() {
    Duration day = Duration.ofDays(1);
    Settings.Recovery never = new Settings.Recovery(Duration.ZERO, day, day, day, day, day);
    return new Settings.Engine(false, 1 << 20, 0, LIMIT, LIMIT, never);
  }

  static void print() throws Exception {
    try (EngineAlone bench = new EngineAlone()) {
      bench.measure();
    }
  }

  private void measure() throws Exception {
    run(WARM_UP);
    drain();
    Samples each = new Samples("engine alone, one transaction");
    long bytes = allocated();
    for (int i = 0; i < ITERATIONS; i++) {
      long began = System.nanoTime();
      transaction();
      each.add(System.nanoTime() - began);
    }
    drain();
    bytes = (allocated() - bytes) / ITERATIONS;
    System.out.println(each + "   (target: at most 30 us)");
    System.out.printf("%-44s %16d   (target: at most 20000)%n", "bytes allocated each", bytes);
    System.out.printf(
        "%-44s %16.0f   (target: at least 100000)%n",
        "transactions per second, " + THREADS + " threads", throughput());
  }

  private double throughput() throws Exception {
    long began = System.nanoTime();
    List<Future<?>> all = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      all.add(callers.submit(() -> run(ITERATIONS)));
    }
    for (Future<?> one : all) {
      one.get();
    }
    drain();
    return 1e9 * THREADS * ITERATIONS / (System.nanoTime() - began);
  }

  private void run(int times) {
    for (int i = 0; i < times; i++) {
      transaction();
    }
  }

  private void transaction() {
    MetaTransaction transaction = new MetaTransaction(engine, false, LIMIT);
    stores.values().forEach(transaction::branch);
    Verdict verdict = transaction.commit(Optional.empty());
    if (!(verdict instanceof Verdict.Committed)) {
      throw new IllegalStateException("Not committed: " + verdict);
    }
  }

  /** What the engine does off the caller's path belongs to its price. */
  private void drain() throws Exception {
    background.submit(() -> {}).get();
    if (journal.size() != 0) {
      throw new IllegalStateException(journal.size() + " transactions are not DONE.");
    }
  }

  private long allocated() {
    long sum = 0;
    for (long bytes : memory.getThreadAllocatedBytes(memory.getAllThreadIds())) {
      sum += Math.max(0, bytes);
    }
    return sum;
  }

  @Override
  public void close() {
    callers.shutdown();
    background.shutdown();
    parallel.shutdown();
  }
}
