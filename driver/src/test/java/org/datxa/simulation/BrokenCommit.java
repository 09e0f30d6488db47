package org.datxa.simulation;

import static org.datxa.internal.protocol.Program.ask;
import static org.datxa.internal.protocol.Program.end;
import static org.datxa.internal.protocol.Program.together;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.datxa.internal.protocol.Effect;
import org.datxa.internal.protocol.Plan;
import org.datxa.internal.protocol.Program;
import org.datxa.internal.protocol.Reply;
import org.datxa.internal.protocol.Verdict;
import org.datxa.journal.BranchRecord;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.Progress;
import org.datxa.journal.State;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.Gid;
import org.datxa.spi.Payload;
import org.datxa.spi.Stamp;

/** A coordinator for two-phase stores in the wrong order: it decides, and prepares after. */
final class BrokenCommit {
  private BrokenCommit() {}

  static Program<Verdict> decidingFirst(Plan plan) {
    return ask(new Effect.TakeTime()).then(time -> decide(plan, ((Reply.Done<Long>) time).value()));
  }

  private static Program<Verdict> decide(Plan plan, long time) {
    List<BranchRecord> branches =
        plan.participants().stream()
            .map(p -> new BranchRecord(new Gid(plan.datTxn(), p.store()), true, Payload.NONE))
            .toList();
    JournalRecord record =
        new JournalRecord(
            plan.datTxn(), State.COMMITTED, time, branches, 0, 0, Optional.empty(), Progress.NONE);
    return ask(new Effect.Insert(record))
        .then(
            reply ->
                reply.isDone()
                    ? prepare(plan, new Stamp(plan.datTxn(), time))
                    : end(new Verdict.Doubtful(failure())));
  }

  private static Program<Verdict> prepare(Plan plan, Stamp stamp) {
    return together(
            plan.participants().stream()
                .map(p -> new Effect.Prepare(p.store(), new Gid(plan.datTxn(), p.store()), stamp))
                .map(Program::ask)
                .toList())
        .map(replies -> new Verdict.Doubtful(failure()));
  }

  private static Verdict.Failure failure() {
    return new Verdict.Failure(
        ErrorKind.TRANSIENT, null, "left to recovery", null, OptionalLong.empty());
  }
}
