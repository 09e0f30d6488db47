package org.datxa.crash.matrix;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Consumer;

/** What came of the runs. */
final class Results {
  private static final String VIOLATION = "violation.";

  private final Map<Cell, Map<String, Integer>> ends = new HashMap<>();
  private final List<String> violations = new ArrayList<>();
  private final Consumer<String> out;
  private int runs;
  private int relapses;
  private int tooLate;

  Results(Consumer<String> out) {
    this.out = out;
  }

  synchronized void ended(Run run, boolean there) {
    String how = run.answer().split(" ", -1)[0].toLowerCase(Locale.ROOT);
    ended(run.cell(), how + (there ? "+" : "-"), 1);
  }

  private void ended(Cell cell, String how, int count) {
    runs += count;
    ends.computeIfAbsent(cell, it -> new TreeMap<>()).merge(how, count, Integer::sum);
  }

  synchronized void violation(String what, List<String> log) {
    violations.add(what);
    out.accept("VIOLATION: " + what);
    log.forEach(line -> out.accept("    " + line));
  }

  void violation(String what, Run run, List<String> log) {
    violation(
        what
            + "\n  "
            + run
            + "\n  transactions "
            + run.transactions()
            + "\n  again: -Dtest=CrashMatrixTest -Ddatxa.matrix.cell="
            + run.cell(),
        log);
  }

  /**
   * Whoever recovered was killed as well.
   *
   * @param over whether nothing was left to do by then
   */
  synchronized void relapse(boolean over) {
    relapses++;
    tooLate += over ? 1 : 0;
  }

  synchronized int runs() {
    return runs;
  }

  synchronized List<String> violations() {
    return List.copyOf(violations);
  }

  /** All of it as keys and values. */
  synchronized Map<String, String> saved() {
    Map<String, String> saved = new HashMap<>();
    ends.forEach(
        (cell, hows) -> hows.forEach((how, count) -> saved.put(cell + " " + how, "" + count)));
    for (int i = 0; i < violations.size(); i++) {
      saved.put(VIOLATION + i, violations.get(i));
    }
    return saved;
  }

  /** What was saved earlier counts too. */
  synchronized void restore(Properties saved) {
    for (String key : saved.stringPropertyNames()) {
      if (key.startsWith(VIOLATION)) {
        violations.add(saved.getProperty(key));
      } else if (key.contains("/")) {
        String[] parts = key.split(" ", -1);
        ended(Cell.parse(parts[0]), parts[1], Integer.parseInt(saved.getProperty(key)));
      }
    }
  }

  /** The table, by step and happening, and what cannot be. */
  void print() {
    Map<String, Integer> impossible = new TreeMap<>();
    for (Cell cell : Cells.all()) {
      Cells.impossible(cell).ifPresent(why -> impossible.merge(why, 1, Integer::sum));
    }
    out.accept("step, side: by what happened: runs (answer, then + all there or - nothing)");
    for (Step step : Step.values()) {
      row(step, false);
      row(step, true);
    }
    impossible.forEach((why, count) -> out.accept(count + " cells impossible: " + why));
    out.accept("recoveries killed too: " + relapses + ", of them when all was done: " + tooLate);
    int all = Cells.all().size();
    int possible = Cells.possible().size();
    out.accept(
        "cells: "
            + all
            + ", impossible "
            + (all - possible)
            + ", run "
            + ends.size()
            + ", left to -Psoak "
            + (possible - ends.size()));
  }

  private void row(Step step, boolean after) {
    Map<Happening, Map<String, Integer>> row = new EnumMap<>(Happening.class);
    ends.forEach(
        (cell, hows) -> {
          if (cell.step() == step && cell.after() == after) {
            Map<String, Integer> sum =
                row.computeIfAbsent(cell.happening(), key -> new TreeMap<>());
            hows.forEach((how, count) -> sum.merge(how, count, Integer::sum));
          }
        });
    StringBuilder line = new StringBuilder();
    line.append(String.format(Locale.ROOT, "%-24s%-7s", step, after ? "after" : "before"));
    row.forEach((happening, hows) -> line.append(happening).append(' ').append(hows).append("  "));
    out.accept(row.isEmpty() ? line + "none" : line.toString());
  }
}
