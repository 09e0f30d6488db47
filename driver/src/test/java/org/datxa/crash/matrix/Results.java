package org.datxa.crash.matrix;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** What came of the runs. */
final class Results {
  private final Map<Cell, Map<String, Integer>> ends = new java.util.HashMap<>();
  private final List<String> violations = new ArrayList<>();
  private final Consumer<String> out;
  private int runs;

  Results(Consumer<String> out) {
    this.out = out;
  }

  void ended(Run run, boolean there) {
    runs++;
    String how = run.answer().split(" ", -1)[0].toLowerCase(Locale.ROOT);
    ends.computeIfAbsent(run.cell(), cell -> new TreeMap<>())
        .merge(how + (there ? "+" : "-"), 1, Integer::sum);
  }

  void violation(String what, List<String> log) {
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

  int runs() {
    return runs;
  }

  List<String> violations() {
    return List.copyOf(violations);
  }

  /** The table, by step and happening. */
  void print(List<Cell> chosen) {
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
    long possible = Cells.possible().size();
    out.accept(
        "cells: "
            + Cells.all().size()
            + " all, "
            + possible
            + " possible, "
            + chosen.stream().distinct().count()
            + " chosen, "
            + ends.size()
            + " run");
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
    out.accept(line.toString());
  }
}
