package org.datxa.checker.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.datxa.checker.Violation;
import org.datxa.checker.Violation.Kind;
import org.datxa.checker.internal.StoreSeen.Mark;

/**
 * The marks of a table: a property for each transaction, and the summaries of the snapshots that
 * carry it, which must agree.
 *
 * @param marks one for each property
 * @param faults where properties and summaries do not agree
 */
record IcebergMarks(List<Mark> marks, List<Violation> faults) {
  private static final String PROPERTY = "dat.applied.";
  private static final String TXN = "dat.txn";
  private static final String ATTEMPT = "dat.attempt";

  static IcebergMarks of(String store, TableMetadata table) {
    List<Mark> marks = new ArrayList<>();
    List<Violation> faults = new ArrayList<>();
    Map<String, Set<String>> attempts = attempts(table);
    Map<String, String> properties = properties(table);
    properties.forEach(
        (txn, time) -> {
          marks.add(new Mark(txn, number(time)));
          if (!attempts.containsKey(txn) && historyIsWhole(table)) {
            faults.add(
                fault(Kind.MARKER_UNEXPECTED, store, txn, "a snapshot that names it", "none"));
          }
        });
    attempts.forEach(
        (txn, of) -> {
          if (of.size() > 1) {
            faults.add(fault(Kind.MARKER_DOUBLED, store, txn, "one attempt", "attempts " + of));
          }
          if (!properties.containsKey(txn)) {
            faults.add(
                fault(Kind.MARKER_MISSING, store, txn, "the table property", "a snapshot only"));
          }
        });
    return new IcebergMarks(marks, faults);
  }

  private static Violation fault(
      Kind kind, String store, String txn, String expected, String found) {
    return new Violation(kind, store, txn, "", expected, found);
  }

  private static Map<String, String> properties(TableMetadata table) {
    Map<String, String> found = new TreeMap<>();
    table
        .properties()
        .forEach(
            (name, value) -> {
              if (name.startsWith(PROPERTY)) {
                found.put(name.substring(PROPERTY.length()), value);
              }
            });
    return found;
  }

  /** The attempts that carried a transaction into the table. */
  private static Map<String, Set<String>> attempts(TableMetadata table) {
    Map<String, Set<String>> found = new LinkedHashMap<>();
    for (Snapshot snapshot : table.snapshots()) {
      String named = snapshot.summary().getOrDefault(TXN, "");
      for (String txn : named.split(",", -1)) {
        if (!txn.isEmpty()) {
          found
              .computeIfAbsent(txn, it -> new TreeSet<>())
              .add(snapshot.summary().getOrDefault(ATTEMPT, "?"));
        }
      }
    }
    return found;
  }

  /** Whether no snapshot was expired: each parent is there. */
  private static boolean historyIsWhole(TableMetadata table) {
    return table.snapshots().stream()
        .allMatch(it -> it.parentId() == null || table.snapshot(it.parentId()) != null);
  }

  private static long number(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
