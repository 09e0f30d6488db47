package org.datxa.simulation;

import static org.datxa.internal.protocol.Program.ask;
import static org.datxa.internal.protocol.Program.end;
import static org.datxa.internal.protocol.Program.together;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.datxa.internal.protocol.CommitProtocol;
import org.datxa.internal.protocol.Effect;
import org.datxa.internal.protocol.Effect.Nothing;
import org.datxa.internal.protocol.Plan;
import org.datxa.internal.protocol.Plan.Participant;
import org.datxa.internal.protocol.Program;
import org.datxa.internal.protocol.Reply;
import org.datxa.internal.protocol.Verdict;
import org.datxa.internal.protocol.Verdict.Failure;
import org.datxa.journal.BranchRecord;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.Progress;
import org.datxa.journal.State;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.Gid;
import org.datxa.spi.Payload;
import org.datxa.spi.Stamp;

/** Coordinators for two-phase stores that do things in the wrong order. */
final class BrokenCommit {
  private BrokenCommit() {}

  /** It decides, and prepares after. */
  static Program<Verdict> decidingFirst(Plan plan) {
    return timed(
        plan,
        stamp ->
            ask(new Effect.Insert(record(plan, stamp)))
                .then(reply -> reply.isDone() ? prepare(plan, stamp) : end(null))
                .map(replies -> doubtful()));
  }

  /** It prepares, commits, and decides after. */
  static Program<Verdict> finishingFirst(Plan plan) {
    return timed(
        plan,
        stamp ->
            prepare(plan, stamp)
                .then(
                    replies ->
                        replies.stream().allMatch(Reply::isDone)
                            ? commit(plan, stamp)
                            : end(doubtful())));
  }

  private static Program<Verdict> commit(Plan plan, Stamp stamp) {
    return together(
            plan.participants().stream()
                .map(p -> ask(new Effect.CommitPrepared(new Gid(plan.datTxn(), p.store()))))
                .toList())
        .then(replies -> ask(new Effect.Insert(record(plan, stamp))))
        .map(reply -> doubtful());
  }

  /** It does all right, and rolls everything back when the decision is unknown. */
  static Program<Verdict> undoingDoubt(Plan plan) {
    return new CommitProtocol(plan)
        .commit()
        .then(verdict -> verdict instanceof Verdict.Doubtful ? undo(plan, verdict) : end(verdict));
  }

  private static Program<Verdict> undo(Plan plan, Verdict verdict) {
    return together(
            plan.participants().stream()
                .filter(Participant::twoPhase)
                .map(p -> ask(new Effect.RollbackPrepared(new Gid(plan.datTxn(), p.store()))))
                .toList())
        .map(replies -> verdict);
  }

  private static Program<Verdict> timed(Plan plan, Function<Stamp, Program<Verdict>> next) {
    return ask(new Effect.TakeTime())
        .then(time -> next.apply(new Stamp(plan.datTxn(), ((Reply.Done<Long>) time).value())));
  }

  private static JournalRecord record(Plan plan, Stamp stamp) {
    List<BranchRecord> branches =
        plan.participants().stream()
            .map(p -> new BranchRecord(new Gid(plan.datTxn(), p.store()), true, Payload.NONE))
            .toList();
    return new JournalRecord(
        plan.datTxn(),
        State.COMMITTED,
        stamp.datTxTime(),
        branches,
        0,
        0,
        Optional.empty(),
        Progress.NONE);
  }

  private static Program<List<Reply<Nothing>>> prepare(Plan plan, Stamp stamp) {
    return together(
        plan.participants().stream()
            .map(p -> new Effect.Prepare(p.store(), new Gid(plan.datTxn(), p.store()), stamp))
            .map(Program::ask)
            .toList());
  }

  private static Verdict doubtful() {
    return new Verdict.Doubtful(
        new Failure(ErrorKind.TRANSIENT, null, "left to recovery", null, OptionalLong.empty()));
  }
}
