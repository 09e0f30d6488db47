package org.datxa.history;

import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.datxa.DatXA;
import org.datxa.crash.Standstill;

/**
 * A process whose threads run transactions until it is told to stop, or is killed. Arguments:
 * properties, log, first number, seed, threads.
 */
public final class HistoryWorker {
  private final DatXA datxa;
  private final HistoryLog log;
  private final AtomicLong numbers;
  private volatile boolean stopped;

  private HistoryWorker(DatXA datxa, HistoryLog log, long first) {
    this.datxa = datxa;
    this.log = log;
    this.numbers = new AtomicLong(first);
  }

  public static void main(String[] arguments) throws Exception {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(Path.of(arguments[0]))) {
      properties.load(reader);
    }
    try (HistoryLog log = new HistoryLog(Path.of(arguments[1]));
        DatXA datxa = DatXA.builder().properties(properties).start()) {
      new HistoryWorker(datxa, log, Long.parseLong(arguments[2]))
          .run(Long.parseLong(arguments[3]), Integer.parseInt(arguments[4]));
    }
    System.out.println("FINISHED");
  }

  private void run(long seed, int threads) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    System.out.println(Standstill.READY);
    Standstill.awaitLine();
    List<Future<?>> all = new ArrayList<>();
    for (int thread = 0; thread < threads; thread++) {
      Random random = new Random(seed + thread);
      all.add(pool.submit(() -> work(random)));
    }
    Standstill.awaitLine();
    stopped = true;
    for (Future<?> one : all) {
      one.get();
    }
    pool.shutdown();
  }

  private void work(Random random) {
    while (!stopped) {
      try {
        if (random.nextInt(3) == 0) {
          new TransferWork(datxa, log, numbers.incrementAndGet(), random).run();
        } else {
          new ListWork(datxa, log, numbers, random).run();
        }
      } catch (RuntimeException e) {
        System.out.println("FAILED " + e);
        throw e;
      }
    }
  }
}
