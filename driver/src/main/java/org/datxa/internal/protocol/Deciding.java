package org.datxa.internal.protocol;

import static org.datxa.internal.protocol.Program.ask;
import static org.datxa.internal.protocol.Program.end;
import static org.datxa.internal.protocol.Program.together;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.datxa.internal.protocol.Finishing.Knowledge;
import org.datxa.internal.protocol.Plan.Participant;
import org.datxa.internal.protocol.Settlement.Settled;
import org.datxa.internal.protocol.Verdict.Failure;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.Progress;
import org.datxa.journal.State;
import org.datxa.spi.ErrorKind;

/** What is written in the journal between the end of stage and the finish. */
final class Deciding {
  private final Plan plan;

  Deciding(Plan plan) {
    this.plan = plan;
  }

  /**
   * The branch that carries the decision in its own commit, if there is one: never when a manager
   * asked for the vote.
   */
  private Optional<Participant> carrier(Course course) {
    return plan.vote().isPresent()
        ? Optional.empty()
        : course.writers().stream().filter(Participant::carriesDecision).findFirst();
  }

  List<Participant> preparing(Course course) {
    Optional<Participant> carrier = carrier(course);
    return course.writers().stream()
        .filter(p -> p.twoPhase() && carrier.filter(p::equals).isEmpty())
        .toList();
  }

  // C2: a co-located commit never records intent, since its row must be a plain INSERT.
  Program<Verdict> recordIntent(Course course, Function<Course, Program<Verdict>> next) {
    if (!plan.rules().recordedIntent() || carrier(course).isPresent()) {
      return next.apply(course);
    }
    return Settlement.insert(record(course, State.ACTIVE, Progress.NONE))
        .then(
            settled ->
                settled instanceof Settled.Ours ours
                    ? next.apply(course.intended(ours.record()))
                    : notIntended(course, settled));
  }

  // Nothing was prepared and nobody else decides, so even an unknown ACTIVE is only ever aborted.
  private Program<Verdict> notIntended(Course course, Settled settled) {
    boolean sent = !(settled instanceof Settled.NotWritten);
    Failure failure = failure("The intent could not be written.", settled);
    return Abandoning.undo(plan, course)
        .map(
            replies ->
                sent && plan.vote().isPresent()
                    ? new Verdict.Doubtful(failure)
                    : Abandoning.rolledBack(failure, replies));
  }

  Program<Verdict> decide(Course course) {
    if (plan.vote().isPresent()) {
      return vote(course);
    }
    return claims(course)
        .then(
            claimed ->
                carrier(course)
                    .map(carrier -> carry(course, carrier, claimed))
                    .orElseGet(() -> write(course, claimed)));
  }

  /** The claims of the coordinator, and the name they were taken under. */
  private record Claimed(Progress progress, String owner) {}

  // H2: written together with COMMITTED, in the store's clock as answered at stage.
  private Program<Claimed> claims(Course course) {
    List<Participant> claiming =
        course.writers().stream().filter(p -> p.claim().isPresent()).toList();
    if (claiming.isEmpty()) {
      return end(new Claimed(Progress.NONE, "none"));
    }
    return ask(new Effect.NewOwner())
        .then(
            owner ->
                together(claiming, p -> ask(new Effect.StagedClock(p.store())))
                    .map(clocks -> claimed(claiming, clocks, owner)));
  }

  private static Claimed claimed(
      List<Participant> claiming, List<Reply<Long>> clocks, Reply<String> owner) {
    String name = owner instanceof Reply.Done<String> it ? it.value() : "none";
    Progress progress = Progress.NONE;
    for (int i = 0; i < claiming.size(); i++) {
      if (clocks.get(i) instanceof Reply.Done<Long> clock) {
        Participant participant = claiming.get(i);
        progress =
            progress.withClaim(
                participant.store(),
                Finishing.claim(name, 1, clock.value(), participant.claim().orElseThrow()));
      }
    }
    return new Claimed(progress, name);
  }

  private Program<Verdict> carry(Course course, Participant carrier, Claimed claimed) {
    JournalRecord record = record(course, State.COMMITTED, claimed.progress());
    return ask(new Effect.CommitDeciding(carrier.store(), course.stamp(), record))
        .then(
            reply ->
                reply.fold(
                    done -> finish(record, course, claimed, Set.of(carrier.store())),
                    refused ->
                        Abandoning.after(
                            plan,
                            course,
                            Failure.of(carrier.store(), "The commit was refused.", refused)),
                    unknown -> settleCarried(course, carrier, claimed, unknown)));
  }

  // C1: insert the loser's row under the same key; it waits for the session that may still commit.
  private Program<Verdict> settleCarried(
      Course course, Participant carrier, Claimed claimed, Reply.Unknown<?> last) {
    return Settlement.insert(JournalRecord.tombstone(plan.datTxn(), 0))
        .then(
            settled -> {
              Failure failure =
                  Failure.of(
                      ErrorKind.TRANSIENT,
                      carrier.store(),
                      "The commit that carries the decision was not answered.",
                      last.cause());
              if (settled instanceof Settled.Ours ours) {
                return Abandoning.undoAndNote(plan, course, failure, ours.record());
              }
              return settled instanceof Settled.Lost lost && lost.record().state().committed()
                  ? finish(lost.record(), course, claimed, Set.of(carrier.store()))
                  : doubtful(settled, "The decision could not be confirmed.", last.cause());
            });
  }

  private Program<Verdict> write(Course course, Claimed claimed) {
    return course
        .intent()
        .map(intent -> writeInSteps(course, intent, claimed))
        .orElseGet(
            () ->
                Settlement.insert(record(course, State.COMMITTED, claimed.progress()))
                    .then(settled -> decided(course, claimed, settled)));
  }

  private Program<Verdict> writeInSteps(Course course, JournalRecord intent, Claimed claimed) {
    return Settlement.advance(intent, State.PREPARED, progress -> progress)
        .then(
            settled -> {
              if (!(settled instanceof Settled.Ours ours)
                  || ours.record().state() != State.PREPARED) {
                return Abandoning.after(
                    plan, course, failure("PREPARED could not be written.", settled));
              }
              Course prepared = course.intended(ours.record());
              return Settlement.advance(
                      ours.record(), State.COMMITTED, progress -> claimed.progress())
                  .then(end -> decided(prepared, claimed, end));
            });
  }

  private Program<Verdict> decided(Course course, Claimed claimed, Settled settled) {
    if (settled instanceof Settled.Ours ours) {
      return finish(ours.record(), course, claimed, Set.of());
    }
    if (settled instanceof Settled.Lost lost) {
      return Abandoning.undoAndNote(
          plan,
          course,
          failure("Recovery aborted it before the decision.", settled),
          lost.record());
    }
    if (settled instanceof Settled.NotWritten) {
      return Abandoning.after(plan, course, failure("The decision was not written.", settled));
    }
    // J2: a missing record means in doubt here, never aborted.
    return doubtful(settled, "The decision could not be confirmed.", null);
  }

  private Program<Verdict> vote(Course course) {
    Program<Settled> written =
        course.intent().isPresent()
            ? Settlement.advance(course.intent().get(), State.PREPARED, progress -> progress)
            : Settlement.insert(record(course, State.PREPARED, Progress.NONE));
    return written.then(
        settled -> {
          Failure failure = failure("The vote could not be written.", settled);
          if (settled instanceof Settled.Ours ours) {
            return end(new Verdict.Voted(ours.record()));
          }
          if (settled instanceof Settled.Lost lost) {
            return Abandoning.undoAndNote(plan, course, failure, lost.record());
          }
          if (settled instanceof Settled.Missing && course.intent().isPresent()) {
            // An acknowledged ACTIVE is only ever compacted after recovery aborted it.
            return Abandoning.undo(plan, course)
                .map(replies -> Abandoning.rolledBack(failure, replies));
          }
          // X3: only what was certainly not written is a clean no.
          return settled instanceof Settled.NotWritten
              ? Abandoning.after(plan, course, failure)
              : end(new Verdict.Doubtful(failure));
        });
  }

  private Program<Verdict> finish(
      JournalRecord record, Course course, Claimed claimed, Set<String> already) {
    Knowledge known =
        new Knowledge(already, course.chunks(), course.fence(), course.claimed(), claimed.owner());
    return Finishing.first(record, known)
        .then(
            ends ->
                Rolling.heuristics(record, ends)
                    .map(
                        told ->
                            new Verdict.Committed(
                                record.datTxTime(), ends, Finishing.note(record, ends, 0))));
  }

  private JournalRecord record(Course course, State state, Progress progress) {
    return new JournalRecord(
        plan.datTxn(),
        state,
        course.stamp().datTxTime(),
        course.branches(),
        0,
        0,
        plan.vote(),
        progress);
  }

  private static Program<Verdict> doubtful(Settled settled, String what, Throwable cause) {
    Failure failure = failure(what, settled);
    if (cause != null && failure.cause() != null) {
      CommitProtocol.suppress(failure.cause(), cause);
    }
    return end(new Verdict.Doubtful(failure));
  }

  private static Failure failure(String what, Settled settled) {
    Reply<?> reply =
        settled instanceof Settled.NotWritten it
            ? it.reply()
            : settled instanceof Settled.Open it ? it.reply() : null;
    Throwable cause = reply == null ? null : reply.cause();
    ErrorKind kind = settled instanceof Settled.NotWritten ? reply.kind() : ErrorKind.TRANSIENT;
    return Failure.of(kind, null, what + reason(cause), cause);
  }

  private static String reason(Throwable cause) {
    return cause == null ? "" : " " + cause.getMessage();
  }
}
