package org.datxa.internal.protocol;

import static org.datxa.internal.protocol.Program.ask;
import static org.datxa.internal.protocol.Program.end;
import static org.datxa.internal.protocol.Program.together;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.datxa.internal.protocol.Effect.Nothing;
import org.datxa.internal.protocol.Plan.Participant;
import org.datxa.internal.protocol.Verdict.Failure;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.Staged;
import org.datxa.spi.Stamp;
import org.datxa.spi.TwoPhaseBranch.Work;

/**
 * The way of one meta-transaction from the end of its work to its verdict: look who wrote, stage,
 * prepare, decide, finish. One method for each step.
 */
public final class CommitProtocol {
  private final Plan plan;
  private final Deciding deciding;
  private final Single single;

  /**
   * The protocol for one meta-transaction.
   *
   * @param plan what it starts from
   */
  public CommitProtocol(Plan plan) {
    this.plan = plan;
    this.deciding = new Deciding(plan);
    this.single = new Single(plan);
  }

  /**
   * Commits, or votes when an outside manager asked for it.
   *
   * @return the program
   */
  public Program<Verdict> commit() {
    List<Participant> asked = plan.participants().stream().filter(Participant::twoPhase).toList();
    return together(asked, p -> ask(new Effect.Inspect(p.store())))
        .then(answers -> afterInspection(asked, answers));
  }

  // P3: a transaction that has failed is refused here, whether or not it wrote.
  private Program<Verdict> afterInspection(List<Participant> asked, List<Reply<Work>> answers) {
    List<Participant> writers = new ArrayList<>();
    List<Participant> readers = new ArrayList<>();
    for (int i = 0; i < asked.size(); i++) {
      Reply<Work> answer = answers.get(i);
      if (!(answer instanceof Reply.Done<Work> it)) {
        String store = asked.get(i).store();
        return Abandoning.before(plan, Failure.of(store, "The work in the store failed.", answer));
      }
      (it.value() == Work.WROTE ? writers : readers).add(asked.get(i));
    }
    plan.participants().stream().filter(p -> !p.twoPhase() && p.wrote()).forEach(writers::add);
    return route(new Course(writers, readers));
  }

  private Program<Verdict> route(Course course) {
    boolean alone = course.writers().size() == 1 && plan.vote().isEmpty();
    if (course.writers().isEmpty()) {
      return endReaders(course, end(new Verdict.OnlyRead()));
    }
    if (alone && course.writers().get(0).twoPhase()) {
      return takeTime(
          course,
          timed ->
              room(timed, endReaders(timed, single.commitLocally(timed.writers().get(0), timed))));
    }
    if (!plan.rules().journal() && !alone) {
      return Abandoning.before(
          plan,
          Failure.of(
              ErrorKind.PERMANENT,
              null,
              "Several stores were written, or a manager asked for the vote, and no journal is"
                  + " configured.",
              null));
    }
    return takeTime(course, timed -> room(timed, stage(timed, alone)));
  }

  private Program<Verdict> endReaders(Course course, Program<Verdict> next) {
    return together(course.readers(), p -> ask(new Effect.EndReading(p.store())))
        .then(
            answers ->
                firstFailure(course.readers(), answers, "The reads did not hold.")
                    .map(failure -> Abandoning.before(plan, failure))
                    .orElse(next));
  }

  private Program<Verdict> takeTime(
      Course course, java.util.function.Function<Course, Program<Verdict>> next) {
    return ask(new Effect.TakeTime())
        .then(
            reply ->
                reply instanceof Reply.Done<Long> time
                    ? next.apply(course.at(new Stamp(plan.datTxn(), time.value())))
                    : Abandoning.before(plan, Failure.of(null, "The clock is unusable.", reply)));
  }

  // E6: a store that cannot tell, or whose question fails, passes.
  private Program<Verdict> room(Course course, Program<Verdict> next) {
    if (plan.rules().minFree() <= 0) {
      return next;
    }
    return together(course.writers(), p -> ask(new Effect.FreeBytes(p.store())))
        .then(answers -> tooFull(course, answers).map(this::full).orElse(next));
  }

  private Program<Verdict> full(Failure failure) {
    return Abandoning.before(plan, failure);
  }

  private Optional<Failure> tooFull(Course course, List<Reply<OptionalLong>> answers) {
    for (int i = 0; i < answers.size(); i++) {
      if (answers.get(i) instanceof Reply.Done<OptionalLong> it
          && it.value().isPresent()
          && it.value().getAsLong() < plan.rules().minFree()) {
        String store = course.writers().get(i).store();
        String what = "Less than min_free is left: " + it.value().getAsLong() + " bytes.";
        return Optional.of(new Failure(ErrorKind.STORE_FULL, store, what, null, it.value()));
      }
    }
    return Optional.empty();
  }

  private Program<Verdict> stage(Course course, boolean alone) {
    List<Participant> staging = course.writers().stream().filter(p -> !p.twoPhase()).toList();
    return together(staging, p -> ask(new Effect.Stage(p.store(), course.stamp())))
        .then(
            answers ->
                firstFailure(staging, answers, "Staging failed.")
                    .map(failure -> Abandoning.before(plan, failure))
                    .orElseGet(() -> staged(course.staged(staging, values(answers)), alone)));
  }

  private Program<Verdict> staged(Course course, boolean alone) {
    if (course.payloadBytes() > plan.rules().maxPayloadBytes()) {
      String what =
          "The staged work has "
              + course.payloadBytes()
              + " bytes, more than max_payload_bytes = "
              + plan.rules().maxPayloadBytes()
              + ".";
      return Abandoning.before(plan, Failure.of(ErrorKind.PERMANENT, null, what, null));
    }
    if (alone && !plan.rules().journal()) {
      return endReaders(course, single.applyWithoutJournal(course.writers().get(0), course));
    }
    return deciding.recordIntent(course, intended -> prepare(intended));
  }

  // Readers end in this step, so that a store that validates reads can still refuse.
  private Program<Verdict> prepare(Course course) {
    return together(course.readers(), p -> ask(new Effect.EndReading(p.store())))
        .then(
            answers ->
                firstFailure(course.readers(), answers, "The reads did not hold.")
                    .map(failure -> Abandoning.after(plan, course, failure))
                    .orElseGet(() -> prepareWriters(course)));
  }

  private Program<Verdict> prepareWriters(Course course) {
    List<Participant> preparing = deciding.preparing(course);
    List<Participant> early = preparing.stream().filter(p -> !p.preparesLast()).toList();
    List<Participant> late = preparing.stream().filter(Participant::preparesLast).toList();
    return prepare(course, early, some -> prepare(some, late, all -> deciding.decide(all)));
  }

  private Program<Verdict> prepare(
      Course course,
      List<Participant> participants,
      java.util.function.Function<Course, Program<Verdict>> next) {
    Course asked = course.preparing(participants);
    return together(
            participants, p -> ask(new Effect.Prepare(p.store(), course.gid(p), course.stamp())))
        .then(
            answers ->
                firstFailure(participants, answers, "Prepare failed.")
                    .map(failure -> Abandoning.after(plan, asked, failure))
                    .orElseGet(() -> next.apply(asked)));
  }

  private static <R> Optional<Failure> firstFailure(
      List<Participant> participants, List<Reply<R>> answers, String what) {
    Failure first = null;
    for (int i = 0; i < answers.size(); i++) {
      Reply<R> answer = answers.get(i);
      if (answer.isDone()) {
        continue;
      }
      if (first == null) {
        first = Failure.of(participants.get(i).store(), what, answer);
      } else if (first.cause() != null && answer.cause() != null) {
        suppress(first.cause(), answer.cause());
      }
    }
    return Optional.ofNullable(first);
  }

  static void suppress(Throwable main, Throwable other) {
    if (main != other) {
      main.addSuppressed(other);
    }
  }

  private static List<Staged> values(List<Reply<Staged>> answers) {
    return answers.stream().map(a -> ((Reply.Done<Staged>) a).value()).toList();
  }

  static final Program<Nothing> NOTHING = end(Nothing.NOTHING);
}
