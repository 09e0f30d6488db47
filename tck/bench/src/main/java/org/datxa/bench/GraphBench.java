package org.datxa.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.datxa.internal.protocol.Verdict;
import org.datxa.lab.Lab;

/** Transactions over PostgreSQL and one graph: 1 thread, then 8 that all conflict. */
final class GraphBench {
  private static final int TRANSACTIONS = Integer.getInteger("datxa.bench.graph", 400);
  private static final int MANY = 8;
  private static final long LONGEST_PAUSE = 5_000_000;

  private final Bed bed;
  private final Samples fence = new Samples("fence of a graph, per transaction");
  private final AtomicInteger attempts = new AtomicInteger();

  private GraphBench(Bed bed) {
    this.bed = bed;
  }

  static void print(Lab lab) throws Exception {
    try (Bed bed = new Bed(lab, Bed.Shape.GRAPH)) {
      new GraphBench(bed).perSecond(1);
      double one = new GraphBench(bed).shown(1);
      double many = new GraphBench(bed).shown(MANY);
      System.out.printf("%-44s %6.2f%n", MANY + " threads on one graph / 1 thread", many / one);
    }
  }

  private double shown(int threads) throws Exception {
    double rate = perSecond(threads);
    System.out.printf(
        "%-44s %9.0f per second, %.2f attempts each%n",
        "PostgreSQL and a graph, threads: " + threads,
        rate,
        attempts.get() / (double) (TRANSACTIONS / threads * threads));
    System.out.println(fence);
    return rate;
  }

  private double perSecond(int threads) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    long began = System.nanoTime();
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        all.add(pool.submit(() -> run(TRANSACTIONS / threads)));
      }
      for (Future<?> one : all) {
        one.get();
      }
    } finally {
      pool.shutdown();
    }
    return TRANSACTIONS / threads * threads * 1e9 / (System.nanoTime() - began);
  }

  private Void run(int times) throws Exception {
    for (int i = 0; i < times; i++) {
      while (!committed()) {
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(LONGEST_PAUSE));
      }
    }
    return null;
  }

  private boolean committed() throws Exception {
    attempts.incrementAndGet();
    FenceWatch[] watch = new FenceWatch[1];
    Verdict verdict = bed.transaction(real -> watch[0] = new FenceWatch(real));
    if (verdict instanceof Verdict.RolledBack) {
      return false;
    }
    if (!(verdict instanceof Verdict.Committed)) {
      throw new IllegalStateException("Neither committed nor rolled back: " + verdict);
    }
    synchronized (fence) {
      fence.add(watch[0].fenceNanos());
    }
    return true;
  }
}
