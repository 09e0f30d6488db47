package org.datxa.crash.matrix;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.datxa.lab.LabProcess;

/** A worker process, seen from the orchestrating one. */
final class Worker implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(60);
  private static final long PAUSE_MILLIS = 15;
  private static final int LAST = 120;

  private final LabProcess process;
  private final Map<String, Run> runs = new HashMap<>();
  private final Set<String> open = new HashSet<>();
  private final Map<String, String> recovered = new HashMap<>();
  private int read;
  private int recoveries;

  Worker() {
    process =
        LabProcess.builder(MatrixWorker.class)
            .jvmOptions("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx768m", "-Xshare:auto")
            .start();
  }

  /** Gives it the log of the transaction manager. */
  Worker manager(Path log) {
    process.send("manager " + log);
    return this;
  }

  /** Opens a deployment in it, and returns when that is done. */
  void open(String site, Properties values, Path file) {
    if (!open.contains(site)) {
      process.send("open " + site + " " + Site.write(values, file));
      await(() -> open.contains(site), START, "opens " + site);
    }
  }

  void start(Run run) {
    runs.put(run.id(), run);
    process.send(run.order().line());
  }

  void goOn() {
    process.send("go");
  }

  void kill() {
    process.kill9();
    pump();
  }

  void stop() {
    process.pause();
  }

  void cont() {
    process.resume();
  }

  /**
   * Tells it to recover, and does not wait.
   *
   * @param doubts how many one-phase commits of a manager were not answered
   */
  String startRecovery(long doubts) {
    recoveries++;
    process.send("recover " + recoveries + " " + doubts);
    return Integer.toString(recoveries);
  }

  boolean hasRecovered(String number) {
    return recovered.containsKey(number);
  }

  /** What recovery has left over: {@code []} when nothing. */
  String awaitRecovery(String number, Duration limit) {
    await(() -> recovered.containsKey(number), limit, "recovers");
    return recovered.get(number);
  }

  /**
   * Waits.
   *
   * @return false when the time is over
   */
  boolean await(BooleanSupplier condition, Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    while (true) {
      boolean alive = process.isAlive();
      pump();
      if (condition.getAsBoolean()) {
        return true;
      }
      if (!alive || System.nanoTime() > end) {
        return false;
      }
      pause();
    }
  }

  private void await(BooleanSupplier condition, Duration limit, String what) {
    if (!await(condition, limit)) {
      throw new IllegalStateException(
          "The worker never " + what + ":\n" + String.join("\n", last()));
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private void pump() {
    List<String> lines = process.lines();
    for (; read < lines.size(); read++) {
      String line = lines.get(read);
      int at = line.indexOf(Lines.MARK);
      if (at >= 0) {
        heard(line.substring(at + Lines.MARK.length()).split(" ", 3));
      }
    }
  }

  private void heard(String... words) {
    switch (words[0]) {
      case "OPEN" -> open.add(words[1]);
      case "RECOVERED" -> recovered.put(words[1], words[2]);
      case "BEGUN", "AT", "ANSWERED", "ENDED" -> runs.get(words[1]).heard(words[0], words[2]);
      default -> {} // READY, EVENT, LOG
    }
  }

  /** What it printed last. */
  List<String> last() {
    List<String> lines = process.lines();
    return lines.subList(Math.max(0, lines.size() - LAST), lines.size());
  }

  /** What it printed about a run: its own lines, events and log. */
  List<String> about(Run run) {
    List<String> words = new java.util.ArrayList<>(run.transactions());
    words.add("run-" + run.id() + "]");
    words.add(" " + run.id() + " " + run.cell());
    return process.lines().stream()
        .filter(line -> words.stream().anyMatch(line::contains))
        .toList();
  }

  @Override
  public void close() {
    process.close();
  }
}
