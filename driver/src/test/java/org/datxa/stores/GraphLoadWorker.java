package org.datxa.stores;

import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.datxa.DatXA;
import org.datxa.RetryPolicy;

/**
 * One of several coordinators on one graph. Arguments: the configuration, the first id, how many
 * threads, how many transactions each. It prints how many attempts each transaction took.
 */
public final class GraphLoadWorker {
  private static final RetryPolicy PATIENT =
      new RetryPolicy(10_000, Duration.ofSeconds(90), Duration.ofMillis(5), Duration.ofMillis(300));

  private GraphLoadWorker() {}

  public static void main(String[] arguments) throws Exception {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(Path.of(arguments[0]))) {
      properties.load(reader);
    }
    long first = Long.parseLong(arguments[1]);
    int threads = Integer.parseInt(arguments[2]);
    int each = Integer.parseInt(arguments[3]);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try (DatXA datxa = DatXA.builder().properties(properties).start()) {
      List<Future<?>> all = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        long from = first + (long) thread * each;
        all.add(pool.submit(() -> load(datxa, from, each)));
      }
      for (Future<?> one : all) {
        one.get();
      }
    } finally {
      pool.shutdown();
    }
    System.out.println("FINISHED");
  }

  private static Void load(DatXA datxa, long first, int count) throws Exception {
    for (long id = first; id < first + count; id++) {
      long item = id;
      AtomicInteger attempts = new AtomicInteger();
      datxa.call(
          PATIENT,
          unit -> {
            attempts.incrementAndGet();
            TestDeployment.insert(datxa, "pg", item);
            TestDeployment.node(datxa, "graph", item);
            return null;
          });
      System.out.println("ATTEMPTS " + attempts);
    }
    return null;
  }
}
