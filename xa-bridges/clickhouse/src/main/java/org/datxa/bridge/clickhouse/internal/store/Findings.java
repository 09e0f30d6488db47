package org.datxa.bridge.clickhouse.internal.store;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** What one look at the server has found of a branch. */
final class Findings {
  /** Rows of the query: what it is about, the number of the target, a partition, a count. */
  static final int WIDTH = 4;

  static final String MARKER = "marker";
  static final String TABLE = "table";
  static final String ROWS = "rows";

  private boolean marked;
  private final TreeSet<Integer> tables = new TreeSet<>();
  private final Map<Integer, Map<String, Long>> counts = new HashMap<>();

  Findings(List<List<String>> rows) {
    for (List<String> row : rows) {
      add(row.get(0), Integer.parseInt(row.get(1)), row.get(2), Long.parseLong(row.get(3)));
    }
  }

  private void add(String about, int target, String partition, long count) {
    if (about.equals(ROWS)) {
      counts.computeIfAbsent(target, t -> new HashMap<>()).put(partition, count);
    } else if (about.equals(TABLE) && count == 1) {
      tables.add(target);
    } else if (about.equals(MARKER) && count > 0) {
      marked = true;
    }
  }

  boolean marked() {
    return marked;
  }

  /** Whether the table is the one of stage. */
  boolean isSame(int target) {
    return tables.contains(target);
  }

  /** The rows of the branch in each partition of a table. */
  Map<String, Long> counts(int target) {
    return counts.getOrDefault(target, Map.of());
  }
}
