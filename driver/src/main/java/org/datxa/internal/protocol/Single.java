package org.datxa.internal.protocol;

import static org.datxa.internal.protocol.Program.ask;
import static org.datxa.internal.protocol.Program.end;

import java.util.BitSet;
import java.util.List;
import org.datxa.internal.protocol.Plan.ClaimTerms;
import org.datxa.internal.protocol.Plan.Participant;
import org.datxa.internal.protocol.Verdict.Failure;
import org.datxa.spi.Claim;
import org.datxa.spi.DecidedBranch;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.Evidence;
import org.datxa.spi.Marker;

/** One writing branch and no journal: the store's own commit is the decision. */
final class Single {
  private final Plan plan;

  Single(Plan plan) {
    this.plan = plan;
  }

  Program<Verdict> commitLocally(Participant writer, Course course) {
    return ask(new Effect.CommitLocally(writer.store(), course.stamp()))
        .then(
            reply ->
                reply.fold(
                    done -> end(committed(writer, course)),
                    refused ->
                        Abandoning.before(
                            plan, Failure.of(writer.store(), "The commit was refused.", refused)),
                    unknown -> settle(writer, course, unknown, 1)));
  }

  // C1: absence proves nothing while the session may still commit; the loser's record decides.
  private Program<Verdict> settle(Participant writer, Course course, Reply<?> last, int attempt) {
    return ask(new Effect.Settle(writer.store(), plan.datTxn()))
        .then(
            reply -> {
              if (reply instanceof Reply.Done<Marker> it) {
                return it.value() == Marker.APPLIED
                    ? end(committed(writer, course))
                    : Abandoning.before(plan, lostConnection(writer, last));
              }
              return pause(
                  attempt,
                  () -> settle(writer, course, reply, attempt + 1),
                  doubtful(writer, "The answer to COMMIT was lost.", reply));
            });
  }

  private static Failure lostConnection(Participant writer, Reply<?> last) {
    return Failure.of(
        ErrorKind.TRANSIENT, writer.store(), "COMMIT never took effect.", last.cause());
  }

  Program<Verdict> applyWithoutJournal(Participant writer, Course course) {
    if (course.chunks().get(writer.store()) > 1) {
      return Abandoning.before(
          plan,
          Failure.of(
              ErrorKind.PERMANENT,
              writer.store(),
              "The work takes several steps in this store, which needs a journal, and none is"
                  + " configured.",
              null));
    }
    DecidedBranch branch =
        new DecidedBranch(
            course.gid(writer), course.stamp(), course.staged().get(writer.store()).payload());
    return writer.claim().isEmpty()
        ? applyAtomically(writer, course, branch)
        : ask(new Effect.StagedClock(writer.store()))
            .then(
                clock ->
                    clock instanceof Reply.Done<Long> it
                        ? insert(writer, course, branch, claim(writer, it.value()))
                        : Abandoning.before(plan, Failure.of(writer.store(), "No clock.", clock)));
  }

  private static Claim claim(Participant writer, long clock) {
    ClaimTerms terms = writer.claim().orElseThrow();
    return Finishing.claim("alone", 1, clock, terms);
  }

  private Program<Verdict> applyAtomically(
      Participant writer, Course course, DecidedBranch branch) {
    return ask(new Effect.Apply(branch, 0, new Claim("none", 1, 0, 0)))
        .then(
            reply ->
                reply.fold(
                    done -> end(committed(writer, course)),
                    refused ->
                        Abandoning.before(
                            plan, Failure.of(writer.store(), "The commit was refused.", refused)),
                    unknown -> present(writer, course, branch, unknown)));
  }

  // Absence proves nothing here, and the files are kept: only presence settles it.
  private Program<Verdict> present(
      Participant writer, Course course, DecidedBranch branch, Reply<?> last) {
    return ask(new Effect.Probe(branch))
        .map(
            reply ->
                reply instanceof Reply.Done<Evidence> it && it.value().complete()
                    ? committed(writer, course)
                    : doubtful(writer, "The answer to the commit was lost.", last));
  }

  private Program<Verdict> insert(
      Participant writer, Course course, DecidedBranch branch, Claim claim) {
    return ask(new Effect.Apply(branch, 0, claim))
        .then(
            reply ->
                reply instanceof Reply.Refused<?> refused
                    ? Abandoning.before(
                        plan, Failure.of(writer.store(), "The insert was refused.", refused))
                    : quiet(new Insertion(writer, course, branch, claim, reply), 1));
  }

  private record Insertion(
      Participant writer, Course course, DecidedBranch branch, Claim claim, Reply<?> reply) {}

  // H2: an unknown insert is looked for only when it can no longer be running.
  private Program<Verdict> quiet(Insertion it, int attempt) {
    if (it.reply().isDone()) {
      return count(it, attempt);
    }
    return ask(new Effect.StoreClock(it.writer().store()))
        .then(
            clock ->
                clock instanceof Reply.Done<Long> now && now.value() > it.claim().quietMillis()
                    ? count(it, attempt)
                    : pause(
                        attempt,
                        () -> quiet(it, attempt + 1),
                        doubtful(it.writer(), "The answer to the insert was lost.", it.reply())));
  }

  private Program<Verdict> count(Insertion it, int attempt) {
    return ask(new Effect.Probe(it.branch()))
        .then(
            reply -> {
              if (!(reply instanceof Reply.Done<Evidence> evidence)) {
                return pause(
                    attempt,
                    () -> count(it, attempt + 1),
                    doubtful(it.writer(), "The insert cannot be looked for.", reply));
              }
              if (!evidence.value().interference().isEmpty()) {
                return end(doubtful(it.writer(), evidence.value().interference(), it.reply()));
              }
              BitSet present = evidence.value().present();
              if (present.get(0) || evidence.value().marked()) {
                return ask(new Effect.Mark(it.branch()))
                    .map(m -> committed(it.writer(), it.course()));
              }
              return Abandoning.before(
                  plan,
                  Failure.of(
                      ErrorKind.TRANSIENT,
                      it.writer().store(),
                      "The insert never took effect.",
                      it.reply().cause()));
            });
  }

  private Program<Verdict> pause(
      int attempt, java.util.function.Supplier<Program<Verdict>> repetition, Verdict giveUp) {
    return ask(new Effect.Pause(attempt))
        .then(
            more ->
                more instanceof Reply.Done<Boolean> it && it.value()
                    ? repetition.get()
                    : end(giveUp));
  }

  private static Verdict doubtful(Participant writer, String what, Reply<?> last) {
    return new Verdict.Doubtful(
        Failure.of(ErrorKind.PERMANENT, writer.store(), what, last.cause()));
  }

  private static Verdict committed(Participant writer, Course course) {
    return new Verdict.Committed(
        course.stamp().datTxTime(),
        List.of(BranchEnd.finished(writer.store(), "committed")),
        CommitProtocol.NOTHING);
  }
}
