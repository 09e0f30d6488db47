package org.datxa.bridge.iceberg.internal;

import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.Transactions;

/** Plays operations against a state of a table in memory, to see whether Iceberg takes them. */
final class Rehearsal {
  private static final String ATTEMPT = "rehearsal";

  private final TableOperations table;
  private final TableMetadata state;
  private final List<UUID> datTxns;

  Rehearsal(TableOperations table, TableMetadata state, UUID datTxn) {
    this.table = table;
    this.state = state;
    this.datTxns = List.of(datTxn);
  }

  /**
   * Validates each guarded operation for itself against what others did since it was made. Together
   * they would also find the transaction's own earlier operations.
   */
  void checkConflicts(List<StagedOperation> operations) {
    for (StagedOperation operation : operations) {
      if (operation.guarded() && !Objects.equals(operation.from(), head(operation.branch()))) {
        player().play(operation, transaction(), true);
      }
    }
  }

  /** Plays all of them in order. */
  void playAll(List<StagedOperation> operations) {
    Transaction transaction = transaction();
    operations.forEach(operation -> player().play(operation, transaction, false));
  }

  private Long head(String branch) {
    SnapshotRef ref = state.ref(branch);
    return ref == null ? null : (Long) ref.snapshotId();
  }

  private OperationPlayer player() {
    return new OperationPlayer(state, datTxns, ATTEMPT);
  }

  private Transaction transaction() {
    OverlayFiles files = new OverlayFiles(table.io());
    return Transactions.newTransaction(
        ATTEMPT, new PinnedOperations(table, state, files, datTxns, ATTEMPT));
  }
}
