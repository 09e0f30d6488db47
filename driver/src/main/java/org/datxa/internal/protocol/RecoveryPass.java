package org.datxa.internal.protocol;

import static org.datxa.internal.protocol.Program.ask;
import static org.datxa.internal.protocol.Program.end;
import static org.datxa.internal.protocol.Program.inOrder;
import static org.datxa.internal.protocol.Program.together;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.datxa.internal.protocol.Effect.Nothing;
import org.datxa.internal.protocol.Reply.Why;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.RecordHead;
import org.datxa.journal.State;

/**
 * One pass of recovery over the journal and the stores, from any process. It may act at any moment
 * and beside any number of others: every step is a compare-and-set or may be repeated.
 */
public final class RecoveryPass {
  private final Deployment deployment;
  private final PreparedSweep prepared;
  private final StagedSweep staged;
  private final Cleaning cleaning;
  private final Rolling rolling;

  /**
   * A pass over a deployment.
   *
   * @param deployment the stores configured here
   */
  public RecoveryPass(Deployment deployment) {
    this.deployment = deployment;
    this.cleaning = new Cleaning(deployment);
    this.rolling = new Rolling(deployment);
    this.prepared = new PreparedSweep(deployment);
    this.staged = new StagedSweep(deployment);
  }

  /**
   * Asks the journal for something small. Without it a pass would do nothing, and wait for it at
   * each of its steps.
   *
   * @return whether it answers; where it does not, that was reported
   */
  public Program<Boolean> journalAnswers() {
    return ask(new Effect.Watermark())
        .then(
            reply ->
                reply.isDone() || reply.refusedFor(Why.CORRUPT)
                    ? end(true)
                    : unreachable("The journal does not answer", reply).map(told -> false));
  }

  /**
   * Everything but the sweep of staged files.
   *
   * @return what was done
   */
  public Program<Tally> run() {
    return inOrder(
            List.of(
                prepared.run(),
                undecided(),
                pages(Set.of(State.COMMITTED), deployment.times().stale(), rolling::again),
                pages(Set.of(State.ABORTED), deployment.times().stale(), this::uncleaned),
                cleaning.tombstones(),
                alerts()))
        .map(Tally::sum);
  }

  /**
   * The sweep of staged files, which has to list folders and so is run less often.
   *
   * @return what was done
   */
  public Program<Tally> sweepStaged() {
    return staged.run();
  }

  /**
   * Ends listings that no manager has asked for in time, so that compaction may delete the records.
   * X1.
   *
   * @return what was done
   */
  public Program<Tally> endUnasked() {
    return pages(Set.of(State.DONE), Voting.LISTED_MILLIS, RecoveryPass::endUnasked);
  }

  private static Program<Tally> endUnasked(RecordHead head) {
    return head.progress().heuristics().isEmpty()
        ? withRecord(head.datTxn(), record -> Voting.endListing(record).map(settled -> Tally.NONE))
        : end(Tally.NONE);
  }

  private Program<Tally> undecided() {
    return pages(
        Set.of(State.ACTIVE, State.PREPARED), deployment.times().stale(), this::presumeAborted);
  }

  // A vote waits for its manager, however long it takes; only the manager or an operator ends it.
  private Program<Tally> presumeAborted(RecordHead head) {
    if (head.state() == State.PREPARED && head.xid().isPresent()) {
      return end(Tally.NONE);
    }
    return withRecord(head.datTxn(), record -> presumeAborted(head, record));
  }

  private Program<Tally> presumeAborted(RecordHead head, JournalRecord record) {
    if (record.state() != head.state()
        || record.progress().version() != head.progress().version()) {
      return end(Tally.NONE);
    }
    JournalRecord aborted = record.to(State.ABORTED, record.progress(), 0);
    return ask(new Effect.Advance(head, aborted.head()))
        .then(
            reply ->
                reply.isDone()
                    ? cleaning.clean(aborted).then(tally -> rolledBack(aborted, tally))
                    : end(Tally.NONE));
  }

  private static Program<Tally> rolledBack(JournalRecord record, Tally tally) {
    Event event =
        new Event(
            Event.Kind.ROLLED_BACK,
            record.datTxn(),
            null,
            "undecided and unchanged for too long; rolled back. Nothing to do.");
    return ask(new Effect.Report(event)).map(told -> tally.plus(Tally.ROLLED_BACK));
  }

  private Program<Tally> uncleaned(RecordHead head) {
    boolean tombstone = head.datTxTime() == 0;
    if (head.progress().cleaned() || tombstone) {
      return end(Tally.NONE);
    }
    return withRecord(
        head.datTxn(),
        record ->
            Settlement.acknowledge(record)
                .then(
                    settled ->
                        settled instanceof Settlement.Settled.Ours ours
                            ? cleaning.clean(ours.record())
                            : end(Tally.FAILED)));
  }

  private Program<Tally> alerts() {
    long alert = deployment.times().alert();
    return inOrder(
            List.of(
                // by the age of the decision: every turn at a record changes it
                pages(Set.of(State.COMMITTED), 0, head -> stuck(head, alert)),
                pages(Set.of(State.PREPARED), alert, RecoveryPass::waiting)))
        .map(Tally::sum);
  }

  private static Program<Tally> stuck(RecordHead head, long alert) {
    return ask(new Effect.OlderThan(head.datTxTime() >>> 16, alert))
        .then(
            old ->
                old instanceof Reply.Done<Boolean> it && it.value()
                    ? stuck(head)
                    : end(Tally.NONE));
  }

  private static Program<Tally> stuck(RecordHead head) {
    return report(
        new Event(
            Event.Kind.STUCK,
            head.datTxn(),
            null,
            "decided, but not finished; applied so far: "
                + head.progress().applied().keySet()
                + ", heuristic: "
                + head.progress().heuristics()
                + ". Bring the missing stores back, or acknowledge a heuristic outcome."));
  }

  private static Program<Tally> waiting(RecordHead head) {
    if (head.xid().isEmpty()) {
      return end(Tally.NONE);
    }
    return report(
        new Event(
            Event.Kind.WAITING_FOR_MANAGER,
            head.datTxn(),
            null,
            "prepared for transaction "
                + head.xid().get()
                + " of an outside manager. Let its recovery run; locks are held until then."));
  }

  private static Program<Tally> report(Event event) {
    return ask(new Effect.Report(event)).map(told -> Tally.NONE);
  }

  private Program<Tally> pages(
      Set<State> states, long unchangedFor, Function<RecordHead, Program<Tally>> each) {
    return page(new Page(states, unchangedFor, each), Optional.empty(), Tally.NONE);
  }

  private record Page(
      Set<State> states, long unchangedFor, Function<RecordHead, Program<Tally>> each) {}

  private Program<Tally> page(Page page, Optional<UUID> after, Tally soFar) {
    int limit = deployment.times().page();
    return ask(new Effect.Scan(page.states(), page.unchangedFor(), after, limit))
        .then(
            reply -> {
              if (!(reply instanceof Reply.Done<List<RecordHead>> heads)) {
                return unreachable("The journal cannot be scanned", reply)
                    .map(told -> soFar.plus(Tally.FAILED));
              }
              return together(heads.value(), page.each())
                  .then(done -> next(page, heads.value(), soFar.plus(Tally.sum(done))));
            });
  }

  private Program<Tally> next(Page page, List<RecordHead> heads, Tally soFar) {
    if (heads.size() < deployment.times().page()) {
      return end(soFar);
    }
    Optional<UUID> last = Optional.of(heads.get(heads.size() - 1).datTxn());
    Event event =
        new Event(Event.Kind.PROGRESS, null, null, page.states() + " so far: " + soFar + ".");
    return ask(new Effect.Report(event)).then(told -> page(page, last, soFar));
  }

  static Program<Tally> withRecord(UUID datTxn, Function<JournalRecord, Program<Tally>> next) {
    return ask(new Effect.Find(datTxn))
        .then(
            reply -> {
              if (reply instanceof Reply.Done<Optional<JournalRecord>> found) {
                return found.value().map(next).orElse(end(Tally.NONE));
              }
              return unreadable(datTxn, reply);
            });
  }

  static Program<Tally> unreadable(UUID datTxn, Reply<?> reply) {
    if (!reply.refusedFor(Why.CORRUPT)) {
      return end(Tally.FAILED);
    }
    Event event =
        new Event(
            Event.Kind.CORRUPT,
            datTxn,
            null,
            reply.cause().getMessage() + " Left alone; restore the row from a backup.");
    return ask(new Effect.Report(event)).map(told -> Tally.FAILED);
  }

  static Program<Reply<Nothing>> unreachable(String what, Reply<?> reply) {
    Throwable cause = reply.cause();
    String why = cause == null ? "" : ": " + cause.getMessage();
    return ask(
        new Effect.Report(
            new Event(
                Event.Kind.UNREACHABLE, null, null, what + why + ". The next pass tries again.")));
  }
}
