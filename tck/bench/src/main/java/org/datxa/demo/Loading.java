package org.datxa.demo;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.datxa.lab.LabProcess;

/** Runs workers, kills them, and lets another process recover. Shows how far it is. */
final class Loading {
  private static final long LOOK_NANOS = 20_000_000;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Pattern RECOVERED =
      Pattern.compile("recovered finished=(\\d+) rolled-back=(\\d+)");
  private static final String[] JVM = {"-Xmx384m", "-XX:TieredStopAtLevel=1", "-Xshare:auto"};

  /**
   * How much there is to do.
   *
   * @param scale the scale of TPC-H
   * @param batch how many orders go into one transaction
   * @param batches how many transactions that makes
   */
  record Size(double scale, int batch, int batches) {}

  private final Places places;
  private final Inventory inventory;
  private final Size size;
  private final ProgressBar bar;
  private final String configuration;
  private final Path log;
  private Leftovers leftovers = Leftovers.NONE;
  private long recovered;
  private long rolledBack;
  private int kills;

  Loading(Places places, Inventory inventory, Size size, long orders) throws Exception {
    this.places = places;
    this.inventory = inventory;
    this.size = size;
    this.bar = ProgressBar.onConsole(orders);
    this.configuration = places.writeConfiguration().toString();
    this.log = Files.createTempDirectory("datxa-demo-log");
  }

  long recovered() {
    return recovered;
  }

  long rolledBack() {
    return rolledBack;
  }

  /** Loads until a moment has come after a part of the transactions, kills, recovers. */
  void until(Blow blow, Random random) throws SQLException {
    int share = size.batches() / (Blow.values().length + 1);
    int transactions = 1 + random.nextInt(Math.max(1, share));
    long extraNanos = blow == Blow.AT_RANDOM ? random.nextInt(200_000_000) : 0;
    BooleanSupplier moment = blow.prepare(places, transactions);
    try (LabProcess worker = worker()) {
      int wanted = blow == Blow.AT_RANDOM ? transactions : 0;
      await(worker, () -> steps(worker) > wanted && moment.getAsBoolean());
      LockSupport.parkNanos(extraNanos);
      worker.kill9();
    }
    kills++;
    places.toJournal().clearFaults();
    places.toFacts().clearFaults();
    Leftovers left = Leftovers.now(inventory);
    leftovers = leftovers.plus(left);
    bar.say(
        String.format(
            "kill -9 at %s: %d prepared and undecided, %d decided and unfinished",
            blow.words(), left.undecided(), left.unfinished()));
    recover();
  }

  private void recover() {
    try (LabProcess recovery =
        process(DemoRecovery.class, configuration, manager(), log.toString())) {
      Matcher done = RECOVERED.matcher(recovery.awaitLine(RECOVERED.pattern(), PATIENCE));
      if (!done.find()) {
        throw new IllegalStateException("The line that was found does not match.");
      }
      recovered += Long.parseLong(done.group(1));
      rolledBack += Long.parseLong(done.group(2));
      bar.say("recovery: finished " + done.group(1) + ", rolled back " + done.group(2));
      requireSuccess(recovery);
    }
  }

  void toTheEnd() {
    try (LabProcess worker = worker()) {
      await(worker, () -> !worker.isAlive());
      requireSuccess(worker);
    }
    bar.say("all orders are loaded");
    recover();
  }

  private static void requireSuccess(LabProcess process) {
    int status = process.awaitExit(PATIENCE);
    if (status != 0) {
      throw new IllegalStateException("A process ended with " + status + ": " + process.lines());
    }
  }

  private String manager() {
    return places.variant().manager();
  }

  private LabProcess worker() {
    return process(
        DemoWorker.class,
        configuration,
        manager(),
        log.toString(),
        Double.toString(size.scale()),
        Integer.toString(size.batch()));
  }

  private static LabProcess process(Class<?> main, String... arguments) {
    return LabProcess.builder(main).jvmOptions(JVM).arguments(arguments).start();
  }

  private void await(LabProcess worker, BooleanSupplier moment) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!moment.getAsBoolean()) {
      show(worker);
      if (!worker.isAlive() && !moment.getAsBoolean()) {
        throw new IllegalStateException("The worker ended early: " + worker.lines());
      }
      if (System.nanoTime() - end > 0) {
        throw new IllegalStateException("The worker got stuck: " + worker.lines());
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
    show(worker);
  }

  private static long steps(LabProcess worker) {
    return worker.lines().stream().filter(line -> line.startsWith("loaded ")).count();
  }

  private void show(LabProcess worker) {
    worker.lines().stream()
        .filter(line -> line.startsWith("loaded "))
        .mapToLong(line -> Long.parseLong(line.substring("loaded ".length())))
        .max()
        .ifPresent(bar::show);
  }

  /** The moments that this run should have met and did not. */
  List<String> missed() {
    List<String> missed = new ArrayList<>();
    if (leftovers.undecided() == 0) {
      missed.add("no worker was killed with a branch prepared and undecided");
    }
    if (leftovers.unfinished() == 0) {
      missed.add("no worker was killed with a transaction decided and unfinished");
    }
    return missed;
  }

  List<String> table() {
    return List.of(
        "workers killed                 " + kills,
        "found prepared and undecided   " + leftovers.undecided(),
        "found decided and unfinished   " + leftovers.unfinished(),
        "transactions that recovery finished     " + recovered,
        "transactions that recovery rolled back  " + rolledBack);
  }
}
