package org.datxa.internal.protocol;

import static org.datxa.internal.protocol.Program.ask;
import static org.datxa.internal.protocol.Program.end;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.datxa.internal.protocol.Settlement.Settled;
import org.datxa.internal.protocol.Verdict.Failure;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.State;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.Gid;
import org.datxa.spi.Resolution;

/** What an outside manager makes of a vote, from any process. X1, X3, X4. */
public final class Voting {
  /** How many milliseconds a finished record stays listed to a manager that never asks. X1. */
  public static final long LISTED_MILLIS = 3_600_000;

  private final Rolling rolling;
  private final Cleaning cleaning;

  /**
   * Votes in a deployment.
   *
   * @param deployment the stores configured here
   */
  public Voting(Deployment deployment) {
    this.rolling = new Rolling(deployment);
    this.cleaning = new Cleaning(deployment);
  }

  /**
   * Commits what was voted for.
   *
   * @param record the record as last read or written
   * @return committed, rolled back by somebody else, or doubtful
   */
  public Program<Verdict> commit(JournalRecord record) {
    // Listed until the manager is known to have been answered, or an hour has passed.
    long listed = Math.max(1, record.datTxTime() >>> 16);
    return Settlement.advance(record, State.COMMITTED, progress -> progress.listed(listed))
        .then(
            settled -> {
              if (settled instanceof Settled.Ours ours) {
                return forward(ours.record());
              }
              return settled instanceof Settled.Lost lost
                  ? end(new Verdict.RolledBack(lost(lost.record())))
                  : end(new Verdict.Doubtful(doubt(settled)));
            });
  }

  private Program<Verdict> forward(JournalRecord record) {
    if (record.state() == State.DONE) {
      return end(new Verdict.Committed(record.datTxTime(), List.of(), CommitProtocol.NOTHING));
    }
    // X1: this process answers its manager itself, so what it finishes is not listed any longer.
    return rolling
        .again(record, 0)
        .map(ends -> new Verdict.Committed(record.datTxTime(), ends, CommitProtocol.NOTHING));
  }

  private static Failure lost(JournalRecord record) {
    return Failure.of(
        ErrorKind.PERMANENT, null, "It was aborted after its vote: " + record.datTxn() + ".", null);
  }

  /**
   * Rolls back what was voted for.
   *
   * @param record the record as last read or written
   * @return rolled back, committed earlier, or doubtful
   */
  public Program<Verdict> rollback(JournalRecord record) {
    return Settlement.advance(record, State.ABORTED, progress -> progress)
        .then(settled -> afterAborted(settled));
  }

  /**
   * Rolls back a vote that nobody knows was written: the loser's record is written first.
   *
   * @param datTxn the meta-transaction
   * @param prepared the branches that may be prepared; a tombstone does not name them
   * @return rolled back, committed earlier, or doubtful
   */
  public Program<Verdict> rollbackDoubtful(UUID datTxn, List<Gid> prepared) {
    return Settlement.insert(JournalRecord.tombstone(datTxn, 0))
        .then(
            settled -> {
              if (settled instanceof Settled.Lost lost && !lost.record().state().committed()) {
                return rollback(lost.record());
              }
              return settled instanceof Settled.Ours
                  ? release(prepared).then(done -> afterAborted(settled))
                  : afterAborted(settled);
            });
  }

  // Their locks are released now; recovery looks again at whatever does not answer.
  private static Program<List<Reply<Resolution>>> release(List<Gid> prepared) {
    return Program.together(prepared, Cleaning::rollback);
  }

  private Program<Verdict> afterAborted(Settled settled) {
    if (settled instanceof Settled.Ours ours) {
      return cleaning.ends(ours.record()).map(ends -> rolledBack(ours.record(), ends));
    }
    if (settled instanceof Settled.Lost lost) {
      JournalRecord record = lost.record();
      return endListing(record)
          .map(
              t -> new Verdict.Committed(record.datTxTime(), left(record), CommitProtocol.NOTHING));
    }
    return end(new Verdict.Doubtful(doubt(settled)));
  }

  private static List<BranchEnd> left(JournalRecord record) {
    return record.state() == State.DONE
        ? List.of()
        : record.branches().stream()
            .map(it -> BranchEnd.pending(it.store(), "committed earlier"))
            .toList();
  }

  private static Verdict rolledBack(JournalRecord record, List<BranchEnd> ends) {
    return ends.stream().anyMatch(it -> it.how() == BranchEnd.How.HEURISTIC)
        ? new Verdict.BrokenRollback(ends)
        : new Verdict.RolledBack(asked(record.datTxn()));
  }

  /**
   * Ends the listing of a decided record: its manager has shown that it knows.
   *
   * @param record the record, COMMITTED or DONE
   * @return a program that ends when it is written, or could not be written this time
   */
  public static Program<Settled> endListing(JournalRecord record) {
    if (record.progress().listedSinceMillis() == 0) {
      return end(new Settled.Ours(record));
    }
    JournalRecord next = record.to(record.state(), record.progress().listed(0), 0);
    return ask(new Effect.Advance(record.head(), next.head()))
        .map(reply -> reply.isDone() ? new Settled.Ours(next) : (Settled) new Settled.Open(reply));
  }

  /**
   * Forgets the heuristic outcome of a decided record, on behalf of an operator or a manager.
   *
   * @param datTxn the meta-transaction
   * @return true when it is forgotten now; false when there is none to forget, or it is not known
   */
  public Program<Boolean> forget(UUID datTxn) {
    return ask(new Effect.Find(datTxn))
        .then(
            reply -> {
              Optional<JournalRecord> found =
                  reply instanceof Reply.Done<Optional<JournalRecord>> it
                      ? it.value()
                      : Optional.empty();
              return found
                  .filter(record -> !record.progress().heuristics().isEmpty())
                  .filter(Voting::isOpen)
                  .map(Voting::forget)
                  .orElse(end(false));
            });
  }

  private static boolean isOpen(JournalRecord record) {
    return record.state() == State.COMMITTED || record.progress().listedSinceMillis() != 0;
  }

  private static Program<Boolean> forget(JournalRecord record) {
    boolean rest =
        record.state() != State.ABORTED
            && record.branches().stream()
                .anyMatch(
                    b ->
                        !record.progress().applied().containsKey(b.store())
                            && !record.progress().heuristics().containsKey(b.store()));
    State target = record.state() == State.COMMITTED && !rest ? State.DONE : record.state();
    return Settlement.advance(record, target, progress -> progress.listed(0))
        .map(settled -> settled instanceof Settled.Ours && !rest);
  }

  private static Failure asked(UUID datTxn) {
    return Failure.of(ErrorKind.TRANSIENT, null, "Rolled back as asked: " + datTxn + ".", null);
  }

  private static Failure doubt(Settled settled) {
    Reply<?> reply =
        settled instanceof Settled.Open it
            ? it.reply()
            : settled instanceof Settled.NotWritten it ? it.reply() : null;
    return Failure.of(
        ErrorKind.TRANSIENT,
        null,
        "The manager's decision could not be written.",
        reply == null ? null : reply.cause());
  }
}
