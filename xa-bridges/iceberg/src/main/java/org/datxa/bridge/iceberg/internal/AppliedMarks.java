package org.datxa.bridge.iceberg.internal;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.TableMetadata;

/**
 * The marks that an applied meta-transaction leaves in a table: in the summary of each of its
 * snapshots, and as a property that outlives them.
 */
final class AppliedMarks {
  static final String TXN = "dat.txn";
  static final String ATTEMPT = "dat.attempt";
  static final String PROPERTY = "dat.applied.";
  private static final Pattern COMMA = Pattern.compile(",");

  private AppliedMarks() {}

  static String property(UUID datTxn) {
    return PROPERTY + datTxn;
  }

  static String ids(Collection<UUID> datTxns) {
    return String.join(",", datTxns.stream().map(UUID::toString).sorted().toList());
  }

  /** Whether the meta-transaction was applied, by anybody. */
  static boolean applied(TableMetadata table, UUID datTxn) {
    return table.properties().containsKey(property(datTxn))
        || anyAncestor(table, snapshot -> names(snapshot, datTxn));
  }

  /**
   * Whether this very attempt took effect. A snapshot that somebody rolled back meanwhile counts
   * too: it is retained, and its files are in use.
   */
  static boolean attempt(TableMetadata table, String attempt) {
    return table.snapshots().stream()
        .anyMatch(
            snapshot ->
                snapshot.summary() != null && attempt.equals(snapshot.summary().get(ATTEMPT)));
  }

  /** Whether a snapshot names one of the meta-transactions and is of another attempt. Rule K1. */
  static boolean foreign(Snapshot snapshot, Collection<UUID> datTxns, String attempt) {
    return !attempt.equals(snapshot.summary().get(ATTEMPT))
        && datTxns.stream().anyMatch(datTxn -> names(snapshot, datTxn));
  }

  /** The same for all that a table shows: properties and ancestors. */
  static boolean foreign(TableMetadata table, Collection<UUID> datTxns, String attempt) {
    if (anyAncestor(table, snapshot -> foreign(snapshot, datTxns, attempt))) {
      return true;
    }
    return !attempt(table, attempt)
        && datTxns.stream().anyMatch(id -> table.properties().containsKey(property(id)));
  }

  private static boolean names(Snapshot snapshot, UUID datTxn) {
    String ids = snapshot.summary().get(TXN);
    return ids != null && COMMA.splitAsStream(ids).anyMatch(datTxn.toString()::equals);
  }

  /** Walks from every reference of the table to its oldest retained ancestor. */
  private static boolean anyAncestor(TableMetadata table, Predicate<Snapshot> wanted) {
    Set<Long> seen = new HashSet<>();
    for (SnapshotRef ref : table.refs().values()) {
      Snapshot snapshot = table.snapshot(ref.snapshotId());
      while (snapshot != null && seen.add(snapshot.snapshotId())) {
        if (snapshot.summary() != null && wanted.test(snapshot)) {
          return true;
        }
        Long parent = snapshot.parentId();
        snapshot = parent == null ? null : table.snapshot(parent);
      }
    }
    return false;
  }

  /** The marks that are older than their retention, seen from the time of a newer one. Rule J5. */
  static List<String> outdated(Map<String, String> properties, long nowMillis, long retentionMs) {
    List<String> outdated = new ArrayList<>();
    properties.forEach(
        (key, value) -> {
          if (key.startsWith(PROPERTY) && nowMillis - millis(value, nowMillis) > retentionMs) {
            outdated.add(key);
          }
        });
    return outdated;
  }

  private static long millis(String datTxTime, long otherwise) {
    try {
      return Long.parseLong(datTxTime) >>> 16;
    } catch (NumberFormatException e) {
      return otherwise; // not of ours: it stays
    }
  }
}
