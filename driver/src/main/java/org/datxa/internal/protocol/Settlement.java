package org.datxa.internal.protocol;

import static org.datxa.internal.protocol.Program.ask;
import static org.datxa.internal.protocol.Program.end;

import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.datxa.internal.protocol.Effect.Nothing;
import org.datxa.internal.protocol.Reply.Why;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.Progress;
import org.datxa.journal.State;

/**
 * Journal writes whose lost answers are settled by further writes, never by a read alone. J1, J3,
 * J7.
 */
public final class Settlement {
  private Settlement() {}

  /** How a journal write ended. */
  public sealed interface Settled {
    /**
     * Written by us, and acknowledged without doubt.
     *
     * @param record the record as it stands; it may be further than we wrote it
     */
    record Ours(JournalRecord record) implements Settled {}

    /**
     * Somebody else decided otherwise.
     *
     * @param record the record as it stands
     */
    record Lost(JournalRecord record) implements Settled {}

    /**
     * Certainly not written.
     *
     * @param reply why
     */
    record NotWritten(Reply<?> reply) implements Settled {}

    /**
     * There is no record although one may have been written: J2.
     *
     * @param what why this was concluded
     */
    record Missing(String what) implements Settled {}

    /**
     * Not settled within the deadline.
     *
     * @param reply the last answer
     */
    record Open(Reply<?> reply) implements Settled {}
  }

  /**
   * Inserts a first record.
   *
   * @param record the record
   * @return how it ended
   */
  public static Program<Settled> insert(JournalRecord record) {
    return insert(record, 1, false);
  }

  // J3: repeating an INSERT is safe only because a record stays until its INSERT would be refused.
  private static Program<Settled> insert(JournalRecord record, int attempt, boolean doubted) {
    return ask(new Effect.Insert(record))
        .then(
            reply ->
                reply.fold(
                    done -> end(new Settled.Ours(record)),
                    refused -> insertRefused(record, refused, attempt, doubted),
                    unknown -> again(unknown, attempt, () -> insert(record, attempt + 1, true))));
  }

  private static Program<Settled> insertRefused(
      JournalRecord record, Reply.Refused<Nothing> refused, int attempt, boolean doubted) {
    if (refused.why() == Why.CONFLICT) {
      return read(record.datTxn(), attempt, found -> judge(found, record.state(), attempt));
    }
    if (!doubted) {
      return end(new Settled.NotWritten(refused));
    }
    if (refused.why() == Why.WATERMARK) {
      // J2: the doubted write may have landed, been finished and been compacted.
      return end(new Settled.Missing("the journal's watermark has passed it"));
    }
    return again(refused, attempt, () -> insert(record, attempt + 1, true));
  }

  /**
   * Moves a record on.
   *
   * @param record the record as last read or written
   * @param target the state to reach; a record that is there already, or further, is ours
   * @param change what to write into its progress
   * @return how it ended
   */
  public static Program<Settled> advance(
      JournalRecord record, State target, UnaryOperator<Progress> change) {
    return advance(record, target, change, 1, false);
  }

  private static Program<Settled> advance(
      JournalRecord record,
      State target,
      UnaryOperator<Progress> change,
      int attempt,
      boolean doubted) {
    if (!record.state().mayBecome(target)) {
      return judge(record, target, attempt); // it is there already, or decided otherwise
    }
    JournalRecord next = record.to(target, change.apply(record.progress()), 0);
    return ask(new Effect.Advance(record.head(), next.head()))
        .then(
            reply -> {
              if (reply.isDone()) {
                return end(new Settled.Ours(next));
              }
              if (reply.refusedFor(Why.CONFLICT)) {
                return read(
                    record.datTxn(), attempt, found -> advanceFrom(found, target, change, attempt));
              }
              if (!reply.isUnknown() && !doubted) {
                return end(new Settled.NotWritten(reply));
              }
              return again(
                  reply, attempt, () -> advance(record, target, change, attempt + 1, true));
            });
  }

  private static Program<Settled> advanceFrom(
      JournalRecord found, State target, UnaryOperator<Progress> change, int attempt) {
    if (target != found.state() && found.state().mayBecome(target)) {
      // Somebody noted progress, or an earlier write of ours landed late: go on from what is there.
      return pause(attempt, () -> advance(found, target, change, attempt + 1, true));
    }
    return judge(found, target, attempt);
  }

  // J7: judged as it stands after the acknowledgement. What was read may have been aborted since,
  // or a fail-over may have taken it back to an earlier state.
  private static Program<Settled> judge(JournalRecord found, State wanted, int attempt) {
    return acknowledge(found, attempt)
        .map(
            settled ->
                settled instanceof Settled.Ours ours ? judged(ours.record(), wanted) : settled);
  }

  private static Settled judged(JournalRecord record, State wanted) {
    if ((record.state() == State.ABORTED) != (wanted == State.ABORTED)) {
      return new Settled.Lost(record);
    }
    return record.state().compareTo(wanted) >= 0
        ? new Settled.Ours(record)
        : new Settled.Open(
            new Reply.Unknown<>(
                new IllegalStateException("The journal went back to " + record.state() + ".")));
  }

  /**
   * Changes a record that was only read, so that its acknowledgement covers what was read: a record
   * that can be read may still not be replicated. J7.
   *
   * @param found the record as read
   * @return ours with the record as it stands, whoever wrote it
   */
  public static Program<Settled> acknowledge(JournalRecord found) {
    return acknowledge(found, 1);
  }

  private static Program<Settled> acknowledge(JournalRecord found, int attempt) {
    if (!found.state().mayBecome(found.state())) {
      return end(new Settled.Ours(found)); // ACTIVE: nothing is acted on because of it
    }
    JournalRecord next = found.to(found.state(), found.progress(), 0);
    return ask(new Effect.Advance(found.head(), next.head()))
        .then(
            reply -> {
              if (reply.isDone()) {
                return end(new Settled.Ours(next));
              }
              return again(
                  reply,
                  attempt,
                  () ->
                      read(
                          found.datTxn(), attempt + 1, latest -> acknowledge(latest, attempt + 1)));
            });
  }

  private static Program<Settled> read(
      UUID datTxn, int attempt, java.util.function.Function<JournalRecord, Program<Settled>> next) {
    return ask(new Effect.Find(datTxn))
        .then(
            reply -> {
              if (reply instanceof Reply.Done<Optional<JournalRecord>> found) {
                return found.value().isPresent()
                    ? next.apply(found.value().get())
                    : end(new Settled.Missing("no record of it is left"));
              }
              return again(reply, attempt, () -> read(datTxn, attempt + 1, next));
            });
  }

  private static Program<Settled> again(
      Reply<?> last, int attempt, java.util.function.Supplier<Program<Settled>> repetition) {
    return ask(new Effect.Pause(attempt))
        .then(
            more ->
                more instanceof Reply.Done<Boolean> it && it.value()
                    ? repetition.get()
                    : end(new Settled.Open(last)));
  }

  private static Program<Settled> pause(
      int attempt, java.util.function.Supplier<Program<Settled>> repetition) {
    return again(
        new Reply.Unknown<>(new IllegalStateException("The record keeps changing.")),
        attempt,
        repetition);
  }
}
