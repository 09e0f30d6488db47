package org.datxa.checker.internal;

import java.util.List;
import java.util.Map;
import org.datxa.checker.Attempt;
import org.datxa.checker.Violation.Kind;
import org.datxa.checker.internal.Scene.Fate;
import org.datxa.checker.internal.StoreSeen.Mark;
import org.datxa.checker.internal.StoreSeen.Row;

/** The rows of one store: all or none of each attempt, once, with the right values. */
final class RowJudge {
  private final Scene scene;
  private final String store;
  private final Map<String, List<Row>> rows;

  RowJudge(Scene scene, String store, Map<String, List<Row>> rows) {
    this.scene = scene;
    this.store = store;
    this.rows = rows;
  }

  void judge() {
    scene.attempts.stream().filter(it -> scene.fate(it) == Fate.THERE).forEach(this::mustBeThere);
    rows.forEach(this::look);
  }

  private void mustBeThere(Attempt attempt) {
    attempt
        .rows()
        .getOrDefault(store, Map.of())
        .keySet()
        .forEach(
            id -> {
              if (!rows.containsKey(Values.text(id))) {
                add(Kind.ROW_MISSING, attempt, id, "the row" + scene.because(attempt), "no row");
              }
            });
  }

  private void look(String id, List<Row> found) {
    List<Attempt> owners = scene.owners(store, id);
    List<Attempt> there = owners.stream().filter(it -> scene.fate(it) == Fate.THERE).toList();
    if (owners.isEmpty()) {
      scene.add(
          Kind.ROW_FOREIGN, store, stamp(found), "row " + id, "rows of attempts only", text(found));
    } else if (there.isEmpty()) {
      owners.stream()
          .filter(it -> owners.stream().noneMatch(other -> scene.fate(other) == Fate.OPEN))
          .forEach(
              it -> add(Kind.ROW_UNEXPECTED, it, id, "no row" + scene.because(it), text(found)));
    } else {
      compare(id, found, there);
    }
  }

  private void compare(String id, List<Row> found, List<Attempt> there) {
    if (found.size() > there.size()) {
      add(
          Kind.ROW_DOUBLED,
          there.get(0),
          id,
          there.size() == 1 ? "the row once" : "the row " + there.size() + " times",
          found.size() + " times " + text(found));
    } else if (found.size() < there.size()) {
      there.forEach(
          it -> add(Kind.ROW_MISSING, it, id, there.size() + " rows", found.size() + " rows"));
    }
    if (there.size() == 1) {
      found.forEach(row -> values(id, row, there.get(0)));
    }
  }

  private void values(String id, Row row, Attempt attempt) {
    attempt.rows().get(store).entrySet().stream()
        .filter(it -> Values.text(it.getKey()).equals(id))
        .flatMap(it -> it.getValue().entrySet().stream())
        .forEach(
            column -> {
              String wanted = Values.text(column.getValue());
              String is = row.columns().get(column.getKey());
              if (!wanted.equals(is)) {
                add(
                    Kind.ROW_WRONG,
                    attempt,
                    id,
                    column.getKey() + " = " + wanted,
                    is == null ? "no such column" : is);
              }
            });
    stamps(id, row, attempt);
  }

  private void stamps(String id, Row row, Attempt attempt) {
    String txn = row.columns().get("dat_txn");
    if (txn != null && !txn.equals(scene.txn(attempt))) {
      add(Kind.STAMP_WRONG, attempt, id, "dat_txn " + scene.txn(attempt), txn);
    }
    String time = row.columns().get("dat_tx_time");
    List<Mark> marks = scene.marks(store, scene.txn(attempt));
    if (time != null && marks.stream().noneMatch(it -> Long.toString(it.time()).equals(time))) {
      add(Kind.STAMP_WRONG, attempt, id, "the dat_tx_time of its marker " + marks, time);
    }
  }

  private static String stamp(List<Row> found) {
    return found.get(0).columns().getOrDefault("dat_txn", "");
  }

  private static String text(List<Row> found) {
    return found.get(0).columns().toString();
  }

  private void add(Kind kind, Attempt attempt, Object id, String expected, String found) {
    scene.add(
        kind,
        store,
        scene.txn(attempt),
        attempt.key() + " row " + Values.text(id),
        expected,
        found);
  }
}
