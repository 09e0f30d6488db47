package org.datxa.journal;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * What the journal knows of one meta-transaction. Immutable: a change makes a new record, which is
 * written before anything in memory follows it.
 *
 * @param datTxn its identity
 * @param state where it stands
 * @param datTxTime its time; 0 in a tombstone
 * @param branches its writing branches; empty in a tombstone
 * @param createdMillis when it was first written, by the writer's clock
 * @param updatedMillis when it was last written, by the writer's clock
 * @param xid the transaction of an outside manager that asked for the vote, as text
 * @param progress what changes
 */
public record JournalRecord(
    UUID datTxn,
    State state,
    long datTxTime,
    List<BranchRecord> branches,
    long createdMillis,
    long updatedMillis,
    Optional<String> xid,
    Progress progress) {
  /** Checks that every branch is one of this meta-transaction. */
  public JournalRecord {
    Objects.requireNonNull(datTxn, "datTxn");
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(xid, "xid");
    Objects.requireNonNull(progress, "progress");
    branches = List.copyOf(branches);
    for (BranchRecord branch : branches) {
      if (!branch.gid().datTxn().equals(datTxn)) {
        throw new IllegalArgumentException("The branch " + branch.gid() + " is not of " + datTxn);
      }
    }
  }

  /**
   * A record that only says no: it forbids any later decision of the same meta-transaction.
   *
   * @param datTxn the meta-transaction
   * @param nowMillis the writer's clock
   * @return an ABORTED record without branches
   */
  public static JournalRecord tombstone(UUID datTxn, long nowMillis) {
    return new JournalRecord(
        datTxn, State.ABORTED, 0, List.of(), nowMillis, nowMillis, Optional.empty(), Progress.NONE);
  }

  /**
   * The record after a change.
   *
   * @param next the new state, a legal successor of the present one
   * @param changed the new progress; its version is set by this method
   * @param nowMillis the writer's clock
   * @return the record to write
   * @throws IllegalStateException if the table of transitions does not have this change
   */
  public JournalRecord to(State next, Progress changed, long nowMillis) {
    if (!state.mayBecome(next)) {
      throw new IllegalStateException(datTxn + ": " + state + " never becomes " + next);
    }
    Progress numbered =
        new Progress(
            progress.version() + 1,
            changed.claims(),
            changed.applied(),
            changed.heuristics(),
            changed.cleaned(),
            changed.listedSinceMillis());
    return new JournalRecord(
        datTxn, next, datTxTime, branches, createdMillis, nowMillis, xid, numbered);
  }

  /**
   * The record without its branches.
   *
   * @return its head
   */
  public RecordHead head() {
    return new RecordHead(datTxn, state, datTxTime, updatedMillis, xid, progress);
  }
}
