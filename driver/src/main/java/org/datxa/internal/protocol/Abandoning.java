package org.datxa.internal.protocol;

import static org.datxa.internal.protocol.Program.ask;
import static org.datxa.internal.protocol.Program.end;
import static org.datxa.internal.protocol.Program.together;

import java.util.ArrayList;
import java.util.List;
import org.datxa.internal.protocol.Plan.Participant;
import org.datxa.internal.protocol.Settlement.Settled;
import org.datxa.internal.protocol.Verdict.Failure;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.Progress;
import org.datxa.journal.State;

/** Rolls a meta-transaction back that was not decided and, from here on, never will be. */
final class Abandoning {
  private Abandoning() {}

  /**
   * Before anything was prepared or written down.
   *
   * @param plan the plan
   * @param failure why
   * @return the program
   */
  static Program<Verdict> before(Plan plan, Failure failure) {
    return together(plan.participants(), p -> rollbackWork(p.store()))
        .map(replies -> rolledBack(failure, replies));
  }

  /**
   * After the intent was recorded or prepares were asked for. ABORTED is written first; where no
   * intent was recorded there is nothing that could be decided, and nothing to write.
   *
   * @param plan the plan
   * @param course how far it came
   * @param failure why
   * @return the program
   */
  static Program<Verdict> after(Plan plan, Course course, Failure failure) {
    if (course.intent().isEmpty()) {
      return undo(plan, course).map(replies -> rolledBack(failure, replies));
    }
    return Settlement.advance(course.intent().get(), State.ABORTED, progress -> progress)
        .then(settled -> aborted(plan, course, failure, settled));
  }

  private static Program<Verdict> aborted(
      Plan plan, Course course, Failure failure, Settled settled) {
    if (settled instanceof Settled.Ours ours) {
      return undoAndNote(plan, course, failure, ours.record());
    }
    if (settled instanceof Settled.Lost) {
      return end(new Verdict.Doubtful(failure)); // decided by somebody else: nothing is undone
    }
    if (plan.vote().isPresent()) {
      // X3: ABORTED is not confirmed, so the manager must ask again.
      return undo(plan, course).map(replies -> new Verdict.Doubtful(failure));
    }
    // Nobody but this coordinator could decide it, and it does not; recovery writes ABORTED.
    return undo(plan, course).map(replies -> rolledBack(failure, replies));
  }

  /**
   * Undoes everything after ABORTED was confirmed, and notes when nothing is left. J4.
   *
   * @param plan the plan
   * @param course how far it came
   * @param failure why
   * @param record the record, ABORTED
   * @return the program
   */
  static Program<Verdict> undoAndNote(
      Plan plan, Course course, Failure failure, JournalRecord record) {
    return undo(plan, course)
        .then(
            replies -> {
              Verdict verdict = rolledBack(failure, replies);
              return replies.stream().allMatch(Reply::isDone) && clean(course, failure)
                  ? Settlement.advance(record, State.ABORTED, Progress::withCleaned)
                      .map(settled -> verdict)
                  : end(verdict);
            });
  }

  // An unknown prepare may still land after this roll-back, so recovery has to look again.
  private static boolean clean(Course course, Failure failure) {
    return course.prepared().isEmpty() || failure.cause() == null;
  }

  static Program<List<Reply<?>>> undo(Plan plan, Course course) {
    List<Program<Reply<?>>> parts = new ArrayList<>();
    for (Participant participant : plan.participants()) {
      boolean asked = course.prepared().contains(participant.store());
      parts.add(asked ? rollbackPrepared(course, participant) : rollbackWork(participant.store()));
    }
    return together(parts);
  }

  private static Program<Reply<?>> rollbackPrepared(Course course, Participant participant) {
    return Cleaning.rollback(course.gid(participant)).map(reply -> reply);
  }

  private static Program<Reply<?>> rollbackWork(String store) {
    return ask(new Effect.RollbackWork(store)).map(reply -> reply);
  }

  static Verdict rolledBack(Failure failure, List<? extends Reply<?>> replies) {
    for (Reply<?> reply : replies) {
      if (reply.cause() != null && failure.cause() != null) {
        CommitProtocol.suppress(failure.cause(), reply.cause());
      }
    }
    return new Verdict.RolledBack(failure);
  }
}
