package org.datxa.demo;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All rows of one kind that one store holds.
 *
 * @param store who holds them
 * @param rows the rows, doubled ones twice
 */
record Holding(String store, List<Row> rows) {
  /** Copies the list. */
  Holding {
    rows = List.copyOf(rows);
  }

  long count() {
    return rows.size();
  }

  long cents() {
    return rows.stream().mapToLong(Row::cents).sum();
  }

  long months() {
    return rows.stream().map(Row::month).distinct().count();
  }

  /** What this holding lacks and what it has too much, one line for each row. */
  List<String> differencesTo(Holding expected) {
    Map<String, Integer> surplus = new HashMap<>();
    rows.forEach(row -> surplus.merge(row.text(), 1, Integer::sum));
    expected.rows().forEach(row -> surplus.merge(row.text(), -1, Integer::sum));
    List<String> differences = new ArrayList<>();
    surplus.forEach(
        (text, times) -> {
          if (times != 0) {
            String what = times > 0 ? "too often" : "missing";
            differences.add(store + ": " + text + ": " + Math.abs(times) + " x " + what);
          }
        });
    return differences;
  }
}
