package org.datxa.history;

import com.arjuna.ats.jta.TransactionManager;
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
import org.datxa.DatXaBuilder;
import org.datxa.crash.Standstill;

/**
 * A process whose threads run transactions until it is told to stop, or is killed. Arguments:
 * properties, log, first number, seed, threads, and "units" or "managed".
 */
public final class HistoryWorker {
  private final DatXA datxa;
  private final Ending ending;
  private final HistoryLog log;
  private final AtomicLong numbers;
  private volatile boolean stopped;

  private HistoryWorker(DatXA datxa, Ending ending, HistoryLog log, long first) {
    this.datxa = datxa;
    this.ending = ending;
    this.log = log;
    this.numbers = new AtomicLong(first);
  }

  public static void main(String[] arguments) throws Exception {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(Path.of(arguments[0]))) {
      properties.load(reader);
    }
    boolean managed = arguments[5].equals("managed");
    DatXaBuilder builder = DatXA.builder().properties(properties);
    if (managed) {
      builder.transactionManager(TransactionManager.transactionManager());
    }
    try (HistoryLog log = new HistoryLog(Path.of(arguments[1]));
        DatXA datxa = builder.start()) {
      Ending ending =
          managed ? Ending.managed(TransactionManager.transactionManager()) : Ending.units(datxa);
      new HistoryWorker(datxa, ending, log, Long.parseLong(arguments[2]))
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
          new TransferWork(datxa, ending, log, numbers.incrementAndGet(), random).run();
        } else {
          new ListWork(datxa, ending, log, numbers, random).run();
        }
      } catch (RuntimeException e) {
        System.out.println("FAILED " + e);
        throw e;
      }
    }
  }
}
