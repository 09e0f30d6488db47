package org.datxa.crash.matrix;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.datxa.checker.Checker;
import org.datxa.checker.Places;
import org.datxa.checker.Violation;

/** Runs cells on one set of deployments, and has what is left judged. */
final class Matrix implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final Duration GRACE = Duration.ofSeconds(4);
  private static final long TWIN_MILLIS = 15_000;
  private static final int RELAPSE = 3;
  private static final int RELAPSE_MILLIS = 1500;

  private final Labs labs;
  private final Path folder;
  private final Map<String, String> defects;
  private final Consumer<String> out;
  private final Results results;
  private final AtomicLong numbers;
  private final Map<String, Site> sites = new LinkedHashMap<>();
  private final Map<String, List<Run>> past = new LinkedHashMap<>();
  private final Set<Cell> missed = new HashSet<>();
  private final List<Cell> again = new ArrayList<>();
  private final Set<String> told = new HashSet<>();
  private final Host second;
  private final Set<String> openInSecond = new HashSet<>();
  private final List<Worker> former = new ArrayList<>();
  private Worker worker;
  private Worker standby;
  private int waves;

  /**
   * @param labs the servers
   * @param folder for logs and files of the deployments, empty
   * @param defects by store, deliberate faults
   * @param results where runs and violations are counted
   * @param numbers gives the numbers of runs
   * @param out gets lines for whoever watches
   */
  Matrix(
      Labs labs,
      Path folder,
      Map<String, String> defects,
      Results results,
      AtomicLong numbers,
      Consumer<String> out)
      throws Exception {
    this.labs = labs;
    this.folder = folder;
    this.defects = defects;
    this.results = results;
    this.numbers = numbers;
    this.out = out;
    this.second = new Host(null);
    this.worker = new Worker().manager(log());
  }

  private Path log() {
    return folder.resolve("manager");
  }

  /** The next run has the number after this one. */
  void numberFrom(long number) {
    numbers.set(number);
  }

  /** Cells whose point was missed for the first time: on a slow machine a deadline may pass. */
  List<Cell> missed() {
    List<Cell> cells = List.copyOf(again);
    again.clear();
    return cells;
  }

  /** Runs cells that fit together, all at once, and judges them. */
  void run(List<Cell> cells) {
    Stopwatch watch = new Stopwatch();
    Wave wave = new Wave(cells.get(0));
    List<Run> runs = new ArrayList<>();
    for (Cell cell : cells) {
      site(cell);
      runs.add(new Run(wave.order(Long.toString(numbers.incrementAndGet()), cell)));
    }
    watch.lap("open");
    runs.forEach(worker::start);
    awaitPoints(runs);
    watch.lap("points");
    happen(wave.first(), runs);
    watch.lap("happened");
    long doubts = runs.stream().filter(Run::isOnePhaseInDoubt).count();
    if (!wave.first().two() && waves++ % RELAPSE == 0) {
      relapse(runs, doubts);
      watch.lap("killed again");
    }
    String left = recover(wave.first(), doubts);
    if (!left.equals("[]")) {
      results.violation("recovery left over " + left + " after " + wave, worker.last());
    }
    watch.lap("recovered");
    judge(runs);
    watch.lap("judged");
    out.accept("wave " + wave + ": " + runs.size() + " runs, ms: " + watch);
  }

  private Site site(Cell cell) {
    Site site = sites.computeIfAbsent(cell.site(), name -> new Site(labs, cell, folder));
    open(site);
    return site;
  }

  private void open(Site site) {
    worker.open(
        site.name(), site.tapped(defects), folder.resolve("tapped-" + site.name() + ".properties"));
  }

  private void awaitPoints(List<Run> runs) {
    worker.await(() -> runs.stream().allMatch(run -> run.isReached() || run.isEnded()), LIMIT);
    worker.await(() -> runs.stream().allMatch(Run::isReached), GRACE);
    for (Run run : runs) {
      if (!run.isReached() && !missed.add(run.cell())) {
        violation(run, "the point was never reached");
      } else if (!run.isReached()) {
        again.add(run.cell());
        run.late();
      }
    }
  }

  private void happen(Cell first, List<Run> runs) {
    switch (first.happening()) {
      case KILL -> kill(runs);
      case TWIN -> twin();
      case SERVER -> {
        Runnable restart = labs.kill(first.step().place(), first.ledger());
        worker.goOn();
        restart.run();
      }
      default -> {} // the answers are lost already
    }
    if (!worker.await(() -> runs.stream().allMatch(Run::isEnded), LIMIT)) {
      runs.stream().filter(run -> !run.isEnded()).forEach(run -> violation(run, "it never ended"));
    }
  }

  private void kill(List<Run> runs) {
    if (standby == null) {
      standby = new Worker();
    }
    worker.kill();
    former.add(worker);
    runs.forEach(Run::gone);
    worker = standby.manager(log());
    standby = null;
    runs.stream().map(Run::cell).forEach(this::site);
  }

  private void twin() {
    openSecond();
    worker.stop();
    sites.values().forEach(Site::age);
    recoverInSecond(TWIN_MILLIS);
    worker.cont();
    worker.goOn();
  }

  private void openSecond() {
    for (Site site : sites.values()) {
      if (site.ledger() != Ledger.FILE && openInSecond.add(site.name())) {
        second.open(site.name(), site.plain());
      }
    }
  }

  private List<String> recoverInSecond(long millis) {
    try {
      return second.recover(millis, 0);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Whoever recovers is killed too, at any moment of it. */
  private void relapse(List<Run> runs, long doubts) {
    sites.values().forEach(Site::age);
    String number = worker.startRecovery(doubts);
    Random random = new Random(Long.parseLong(runs.get(0).id()));
    Duration some = Duration.ofMillis(random.nextInt(RELAPSE_MILLIS));
    boolean over = worker.await(() -> worker.hasRecovered(number), some);
    results.relapse(over);
    kill(runs);
  }

  private String recover(Cell first, long doubts) {
    sites.values().forEach(Site::age);
    if (!first.two()) {
      return worker.awaitRecovery(worker.startRecovery(doubts), LIMIT);
    }
    openSecond();
    String number = worker.startRecovery(doubts);
    CompletableFuture<List<String>> other =
        CompletableFuture.supplyAsync(() -> recoverInSecond(LIMIT.toMillis()));
    String left = worker.awaitRecovery(number, LIMIT);
    List<String> also = other.join();
    return also.isEmpty() ? left : left + " " + also;
  }

  private void judge(List<Run> runs) {
    Map<String, List<Run>> bySite =
        runs.stream().collect(Collectors.groupingBy(run -> run.cell().site()));
    bySite.forEach(
        (name, some) -> {
          List<Run> all = past.computeIfAbsent(name, it -> new ArrayList<>());
          all.addAll(some);
          Site site = sites.get(name);
          check(site, all, false);
          some.stream().filter(Run::counts).forEach(run -> results.ended(run, site.holds(run)));
        });
  }

  private void check(Site site, List<Run> all, boolean closed) {
    Set<String> graphs =
        all.stream()
            .flatMap(run -> run.order().stores().stream())
            .filter(store -> Place.of(store) == Place.GRAPH)
            .collect(Collectors.toCollection(TreeSet::new));
    Places places = site.places(graphs, closed);
    for (Violation violation :
        Checker.check(places, all.stream().map(Run::attempt).toList()).violations()) {
      if (told.add(violation.toString())) {
        List<Run> about = all.stream().filter(run -> isAbout(violation, run)).toList();
        if (about.isEmpty()) {
          results.violation(violation.toString(), List.of());
        }
        about.forEach(run -> violation(run, violation.toString()));
      }
    }
  }

  private static boolean isAbout(Violation violation, Run run) {
    String text = violation.key() + " ";
    return run.transactions().contains(violation.datTxn())
        || text.matches("(.*\\D)?" + run.id() + "\\D.*");
  }

  private void violation(Run run, String what) {
    List<String> log = new ArrayList<>();
    List<Worker> all = new ArrayList<>(former);
    all.add(worker);
    all.forEach(it -> log.addAll(it.about(run)));
    results.violation(what, run, log);
  }

  /** The deployments end, and the journals in files are looked at too. */
  @Override
  public void close() {
    worker.close();
    if (standby != null) {
      standby.close();
    }
    second.close();
    sites.values().stream()
        .filter(site -> site.ledger() == Ledger.FILE && past.containsKey(site.name()))
        .forEach(site -> check(site, past.get(site.name()), true));
  }
}
