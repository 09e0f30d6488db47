package org.datxa.bridge.iceberg.internal;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.Transactions;
import org.apache.iceberg.UpdateProperties;
import org.apache.iceberg.exceptions.CommitStateUnknownException;

/** One try to commit operations and marks to a table, as one compare-and-set. Rule K1. */
final class Attempt {
  private final String id;
  private final Map<UUID, Long> times;
  private final long retentionMs;

  /**
   * A new attempt.
   *
   * @param id unique
   * @param times the dat_tx_time of each meta-transaction that it carries
   * @param retentionMs how long marks are kept
   */
  Attempt(String id, Map<UUID, Long> times, long retentionMs) {
    this.id = id;
    this.times = Map.copyOf(times);
    this.retentionMs = retentionMs;
  }

  String id() {
    return id;
  }

  /**
   * Commits. Returning means that this attempt is in the table.
   *
   * @throws AttemptLost if it certainly is not, for now
   * @throws CommitStateUnknownException if that is not known
   * @throws RuntimeException anything else: nothing was sent
   */
  void commit(TableOperations table, TableMetadata state, List<StagedOperation> operations) {
    TrackedFiles files = new TrackedFiles(table.io());
    PinnedOperations pinned = new PinnedOperations(table, state, files, times.keySet(), id);
    try {
      send(pinned, state, operations);
    } catch (AttemptLost e) {
      files.deleteWritten();
      throw e;
    } catch (RuntimeException e) {
      if (pinned.sent()) { // K1: whatever came after that proves nothing
        throw e instanceof CommitStateUnknownException ? e : new CommitStateUnknownException(e);
      }
      files.deleteWritten();
      throw e;
    }
  }

  private void send(
      PinnedOperations pinned, TableMetadata state, List<StagedOperation> operations) {
    Transaction transaction = Transactions.newTransaction(state.location(), pinned);
    OperationPlayer player = new OperationPlayer(state, times.keySet(), id);
    operations.forEach(operation -> player.play(operation, transaction, false));
    mark(transaction, state);
    transaction.commitTransaction();
  }

  private void mark(Transaction transaction, TableMetadata state) {
    UpdateProperties properties = transaction.updateProperties();
    times.forEach((id, time) -> properties.set(AppliedMarks.property(id), Long.toString(time)));
    long now = times.values().stream().mapToLong(time -> time >>> 16).max().orElse(0);
    AppliedMarks.outdated(state.properties(), now, retentionMs).forEach(properties::remove); // J5
    properties.commit();
  }
}
