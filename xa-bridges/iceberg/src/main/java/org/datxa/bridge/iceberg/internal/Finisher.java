package org.datxa.bridge.iceberg.internal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.ValidationException;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.error.StoreConflict;
import org.datxa.spi.error.StoreException;
import org.datxa.spi.error.StoreRefused;
import org.datxa.spi.error.StoreUnknown;

/**
 * Brings one meta-transaction, or several that only add rows, into one table, each once. One use.
 * Rules K1 and K3.
 */
final class Finisher {
  private static final long LEAST_PAUSE_MS = 20;
  private static final long MOST_PAUSE_MS = 1_000;

  private final IcebergSettings settings;
  private final CatalogHandle catalog;
  private final Timing timing;
  private final List<Member> members;
  private final StagedTable target;
  private List<Member> prepared = List.of();
  private List<StagedOperation> operations = List.of();
  private InlineFiles inline;
  private boolean keepFiles;

  /**
   * A finisher.
   *
   * @param members one of any kind, or several with {@link Member#onlyRows}; all for one table
   */
  Finisher(IcebergSettings settings, CatalogHandle catalog, Timing timing, List<Member> members) {
    this.settings = settings;
    this.catalog = catalog;
    this.timing = timing;
    this.members = List.copyOf(members);
    this.target = members.get(0).staged();
  }

  void apply() throws StoreException {
    try {
      attempts();
    } finally {
      dropFiles(); // K3: unless an attempt of ours took or may have taken effect
    }
  }

  private void attempts() throws StoreException {
    long end = timing.nanos() + TimeUnit.MILLISECONDS.toNanos(settings.commitTimeoutMs());
    long pause = LEAST_PAUSE_MS;
    while (true) {
      Table table = catalog.require(target.table());
      TableOperations ops = CatalogHandle.operations(settings.store(), table);
      TableMetadata state = ops.current();
      TableIdentity.require(settings.store(), target, state);
      List<Member> pending = pending(table, state);
      try {
        if (!pending.isEmpty()) {
          attempt(table, ops, state, pending);
        }
        return;
      } catch (AttemptLost e) {
        if (timing.nanos() - end > 0) {
          throw refused("other writers kept changing " + target.table(), e);
        }
        pause(pause);
        pause = Math.min(MOST_PAUSE_MS, pause * 2);
      }
    }
  }

  private List<Member> pending(Table table, TableMetadata state) throws StoreException {
    List<Member> pending = new ArrayList<>();
    try {
      for (Member member : members) {
        if (!TableEvidence.applied(member.staged(), member.datTxn(), state, table.io())) {
          pending.add(member);
        }
      }
    } catch (RuntimeException e) {
      throw IcebergErrors.refused(settings.store(), target.table() + " cannot be read", e);
    }
    return pending;
  }

  private void attempt(Table table, TableOperations ops, TableMetadata state, List<Member> pending)
      throws StoreException {
    Attempt attempt = new Attempt(timing.unique(), times(pending), settings.markerRetentionMs());
    prepareOrRefuse(table, pending);
    keepFiles = true; // until it is certain that nothing refers to them, whatever is thrown
    try {
      checkConflicts(ops, state);
      attempt.commit(ops, state, operations);
    } catch (AttemptLost e) {
      keepFiles = false;
      throw e;
    } catch (CommitStateUnknownException e) {
      settle(attempt, pending, e);
    } catch (ValidationException | IllegalArgumentException e) {
      keepFiles = false;
      throw conflict(e);
    } catch (RuntimeException e) {
      keepFiles = false;
      throw IcebergErrors.refused(settings, "nothing was committed to the table", e);
    }
  }

  /** What fails here can be mended, so it is never a conflict. */
  private void prepareOrRefuse(Table table, List<Member> pending) throws StoreException {
    try {
      prepare(table, pending);
    } catch (RuntimeException e) {
      throw IcebergErrors.refused(settings, "the files could not be made ready", e);
    }
  }

  private static Map<UUID, Long> times(List<Member> pending) {
    Map<UUID, Long> times = new HashMap<>();
    pending.forEach(member -> times.put(member.datTxn(), member.branch().stamp().datTxTime()));
    return times;
  }

  /** Writes the rows that travelled in payloads, again when somebody else applied some of them. */
  private void prepare(Table table, List<Member> pending) throws StoreException {
    if (prepared.equals(pending)) {
      return;
    }
    dropFiles();
    for (Member member : pending) {
      StagedFiles.require(settings.store(), member.staged(), table.io());
    }
    Member first = pending.get(0);
    inline = new InlineFiles(table, first.journalId(), first.datTxn(), timing.unique());
    operations = pending.size() > 1 ? inline.writeShared(pending) : operations(first);
    prepared = pending;
  }

  private List<StagedOperation> operations(Member member) {
    List<StagedOperation> all = new ArrayList<>();
    for (StagedStep step : member.staged().steps()) {
      all.add(
          step instanceof StagedRows rows
              ? inline.write(member.branch().stamp(), rows)
              : (StagedOperation) step);
    }
    return all;
  }

  private void checkConflicts(TableOperations ops, TableMetadata state) {
    new Rehearsal(ops, state, prepared.get(0).datTxn()).checkConflicts(operations);
  }

  /** The answer was lost: one look whether all is there; absence proves nothing. */
  private void settle(Attempt attempt, List<Member> pending, RuntimeException failure)
      throws StoreException {
    try {
      Table table = catalog.load(target.table());
      TableMetadata now = CatalogHandle.operations(settings.store(), table).current();
      if (AppliedMarks.attempt(now, attempt.id())
          || pending.stream().allMatch(one -> AppliedMarks.applied(now, one.datTxn()))) {
        return;
      }
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
    }
    throw new StoreUnknown(
        settings.store(),
        "the commit of " + gids() + " to " + target.table() + " was not answered; look again",
        failure);
  }

  private void dropFiles() {
    if (inline != null && !keepFiles) {
      inline.delete();
    }
    inline = null;
  }

  private StoreConflict conflict(RuntimeException e) {
    return new StoreConflict(
        settings.store(),
        gids() + " can no longer be applied to " + target.table() + ": " + e.getMessage(),
        e);
  }

  private String gids() {
    return members.stream().map(member -> member.branch().gid().text()).toList().toString();
  }

  private StoreRefused refused(String what, Exception cause) {
    return new StoreRefused(settings.store(), ErrorKind.TRANSIENT, what, cause);
  }

  private void pause(long millis) throws StoreException {
    try {
      timing.pause(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw refused("interrupted before the next attempt", e);
    }
  }
}
