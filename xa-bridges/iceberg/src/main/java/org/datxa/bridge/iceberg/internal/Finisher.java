package org.datxa.bridge.iceberg.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.ValidationException;
import org.datxa.spi.DecidedBranch;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.error.StoreConflict;
import org.datxa.spi.error.StoreException;
import org.datxa.spi.error.StoreRefused;
import org.datxa.spi.error.StoreUnknown;

/** Brings one chunk of one decided branch into its table, once. One use. */
final class Finisher {
  private static final long LEAST_PAUSE_MS = 20;
  private static final long MOST_PAUSE_MS = 1_000;

  private final IcebergSettings settings;
  private final CatalogHandle catalog;
  private final Timing timing;
  private final DecidedBranch branch;
  private final UUID journalId;
  private final StagedTable staged;
  private InlineFiles inline;
  private List<StagedOperation> operations;
  private boolean unknown;

  Finisher(
      IcebergSettings settings,
      CatalogHandle catalog,
      Timing timing,
      DecidedBranch branch,
      UUID journalId,
      StagedTable staged) {
    this.settings = settings;
    this.catalog = catalog;
    this.timing = timing;
    this.branch = branch;
    this.journalId = journalId;
    this.staged = staged;
  }

  void apply() throws StoreException {
    boolean applied = false;
    try {
      applied = attempts();
    } finally {
      if (inline != null && !applied && !unknown) {
        inline.delete(); // K3: every attempt of ours is known to be lost
      }
    }
  }

  /** Whether an attempt of this finisher took effect; false if another one did. */
  private boolean attempts() throws StoreException {
    long end = timing.nanos() + TimeUnit.MILLISECONDS.toNanos(settings.commitTimeoutMs());
    long pause = LEAST_PAUSE_MS;
    while (true) {
      Table table = catalog.require(staged.table());
      TableOperations ops = CatalogHandle.operations(settings.store(), table);
      TableMetadata state = ops.current();
      if (isApplied(table, state)) {
        return false;
      }
      try {
        return attempt(table, ops, state);
      } catch (AttemptLost e) {
        if (timing.nanos() - end > 0) {
          throw refused("other writers kept changing " + staged.table(), e);
        }
        pause(pause);
        pause = Math.min(MOST_PAUSE_MS, pause * 2);
      }
    }
  }

  private boolean isApplied(Table table, TableMetadata state) throws StoreException {
    TableIdentity.require(settings.store(), staged, state);
    try {
      return TableEvidence.applied(staged, branch.stamp().datTxn(), state, table.io());
    } catch (RuntimeException e) {
      throw IcebergErrors.refused(settings.store(), "the table cannot be read", e);
    }
  }

  private boolean attempt(Table table, TableOperations ops, TableMetadata state)
      throws StoreException {
    Attempt attempt =
        new Attempt(
            timing.unique(),
            Map.of(branch.stamp().datTxn(), branch.stamp().datTxTime()),
            settings.markerRetentionMs());
    try {
      prepare(table, ops, state);
      attempt.commit(ops, state, operations);
      return true;
    } catch (AttemptLost e) {
      throw e;
    } catch (CommitStateUnknownException e) {
      return settle(attempt, e);
    } catch (ValidationException | IllegalArgumentException e) {
      throw conflict(e);
    } catch (RuntimeException e) {
      throw IcebergErrors.refused(settings.store(), "nothing was committed to the table", e);
    }
  }

  private void prepare(Table table, TableOperations ops, TableMetadata state)
      throws StoreException {
    if (operations == null) {
      StagedFiles.require(settings.store(), staged, table.io());
      writeRows(table);
    }
    new Rehearsal(ops, state, branch.stamp().datTxn()).checkConflicts(operations);
  }

  private void writeRows(Table table) {
    inline = new InlineFiles(table, journalId, branch.stamp(), timing.unique());
    List<StagedOperation> all = new ArrayList<>();
    for (StagedStep step : staged.steps()) {
      all.add(step instanceof StagedRows rows ? inline.write(rows) : (StagedOperation) step);
    }
    operations = all;
  }

  /** The answer was lost: one look whether it is there; absence proves nothing. */
  private boolean settle(Attempt attempt, RuntimeException failure) throws StoreException {
    unknown = true;
    try {
      TableMetadata now =
          CatalogHandle.operations(settings.store(), catalog.load(staged.table())).current();
      if (AppliedMarks.attempt(now, attempt.id())) {
        return true;
      }
      if (AppliedMarks.applied(now, branch.stamp().datTxn())) {
        return false;
      }
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
    }
    throw new StoreUnknown(
        settings.store(),
        "the commit of " + branch.gid() + " to " + staged.table() + " was not answered; look again",
        failure);
  }

  private StoreConflict conflict(RuntimeException e) {
    return new StoreConflict(
        settings.store(),
        branch.gid() + " can no longer be applied to " + staged.table() + ": " + e.getMessage(),
        e);
  }

  private StoreRefused refused(String what, RuntimeException cause) {
    return new StoreRefused(settings.store(), ErrorKind.TRANSIENT, what, cause);
  }

  private void pause(long millis) throws StoreException {
    try {
      timing.pause(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreRefused(
          settings.store(), ErrorKind.TRANSIENT, "interrupted before the next attempt", e);
    }
  }
}
