package org.datxa.internal.protocol;

import static org.datxa.internal.protocol.Program.ask;
import static org.datxa.internal.protocol.Program.end;
import static org.datxa.internal.protocol.Program.together;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.datxa.internal.protocol.Deployment.Traits;
import org.datxa.journal.BranchRecord;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.Progress;
import org.datxa.journal.RecordHead;
import org.datxa.journal.State;
import org.datxa.spi.Claim;

/** Rolls a decided meta-transaction forward that somebody else decided. */
public final class Rolling {
  private final Deployment deployment;

  /**
   * Rolling forward in a deployment.
   *
   * @param deployment the stores configured here
   */
  public Rolling(Deployment deployment) {
    this.deployment = deployment;
  }

  Program<Tally> again(RecordHead head) {
    return RecoveryPass.withRecord(
        head.datTxn(),
        record ->
            record.state() == State.COMMITTED && !ended(record)
                ? again(record, stillListed(record)).then(ends -> tell(record, ends))
                : end(Tally.NONE));
  }

  // Nothing is left to do but for an operator, who was told when it was found.
  private static boolean ended(JournalRecord record) {
    Progress progress = record.progress();
    return !progress.heuristics().isEmpty()
        && record.branches().stream().allMatch(b -> noted(progress, b));
  }

  private static boolean noted(Progress progress, BranchRecord branch) {
    return progress.applied().containsKey(branch.store())
        || progress.heuristics().containsKey(branch.store());
  }

  /**
   * Does whatever is still to do for a decided meta-transaction, and writes down how far it came.
   *
   * @param record the record as read, COMMITTED
   * @param listed since when a finished one stays listed to an outside manager; 0 for not at all
   * @return how far each branch came; empty when somebody else is at it
   */
  public Program<List<BranchEnd>> again(JournalRecord record, long listed) {
    return again(new Turn(record, listed));
  }

  // X1: what somebody else than the coordinator finished stays listed to its manager.
  private static long stillListed(JournalRecord record) {
    return record.xid().isPresent() ? Math.max(1, record.datTxTime() >>> 16) : 0;
  }

  /** One turn at a record. */
  private record Turn(JournalRecord record, long listed) {
    Turn with(JournalRecord taken) {
      return new Turn(taken, listed);
    }
  }

  private Program<List<BranchEnd>> again(Turn turn) {
    JournalRecord record = turn.record();
    List<BranchRecord> claiming =
        record.branches().stream().filter(b -> !noted(record.progress(), b) && claims(b)).toList();
    if (claiming.isEmpty()) {
      return take(turn, record.progress(), Map.of());
    }
    return ask(new Effect.NewOwner())
        .then(
            owner ->
                owner instanceof Reply.Done<String> it
                    ? together(claiming, b -> clock(b))
                        .then(clocks -> claim(turn, claiming, clocks, it.value()))
                    : end(List.of()));
  }

  private boolean claims(BranchRecord branch) {
    Traits traits = deployment.stores().get(branch.store());
    return traits != null && traits.claim().isPresent();
  }

  private static Program<Reply<Long>> clock(BranchRecord branch) {
    return ask(new Effect.StoreClock(branch.store()));
  }

  // H2: only when the store's own clock says that no statement of the last claim can be running.
  private Program<List<BranchEnd>> claim(
      Turn turn, List<BranchRecord> claiming, List<Reply<Long>> clocks, String owner) {
    JournalRecord record = turn.record();
    Progress progress = record.progress();
    Map<String, String> waiting = new java.util.HashMap<>();
    for (int i = 0; i < claiming.size(); i++) {
      String store = claiming.get(i).store();
      Optional<Claim> last = record.progress().claim(store);
      if (!(clocks.get(i) instanceof Reply.Done<Long> now)) {
        waiting.put(store, "the store's clock cannot be read");
      } else if (last.isPresent() && now.value() <= last.get().quietMillis()) {
        waiting.put(store, "claimed by " + last.get().owner());
      } else {
        int number = last.map(Claim::number).orElse(0) + 1;
        progress =
            progress.withClaim(
                store,
                Finishing.claim(
                    owner,
                    number,
                    now.value(),
                    deployment.stores().get(store).claim().orElseThrow()));
      }
    }
    return take(turn, progress, waiting);
  }

  // J7: the record was only read; the change that takes the claims also proves that it is durable.
  private Program<List<BranchEnd>> take(Turn turn, Progress progress, Map<String, String> waiting) {
    JournalRecord record = turn.record();
    JournalRecord taken = record.to(State.COMMITTED, progress, 0);
    return ask(new Effect.Advance(record.head(), taken.head()))
        .then(reply -> reply.isDone() ? rollForward(turn.with(taken), waiting) : end(List.of()));
  }

  private Program<List<BranchEnd>> rollForward(Turn turn, Map<String, String> waiting) {
    JournalRecord record = turn.record();
    List<BranchRecord> here =
        record.branches().stream()
            .filter(b -> b.twoPhase() && deployment.stores().containsKey(b.store()))
            .filter(b -> !noted(record.progress(), b)) // J5: its marker may be pruned by now
            .toList();
    return Finishing.commitPrepared(here, deployment.fence())
        .then(
            ends ->
                together(
                        record.branches().stream()
                            .filter(b -> !here.contains(b))
                            .map(b -> other(record, b, waiting))
                            .toList())
                    .then(more -> note(turn, ends, more)));
  }

  private Program<BranchEnd> other(
      JournalRecord record, BranchRecord branch, Map<String, String> waiting) {
    String store = branch.store();
    Progress progress = record.progress();
    if (progress.heuristics().containsKey(store)) {
      return end(BranchEnd.heuristic(store, progress.heuristics().get(store)));
    }
    if (progress.applied().containsKey(store)) {
      return end(BranchEnd.finished(store, progress.applied().get(store)));
    }
    if (!deployment.stores().containsKey(store)) {
      return Cleaning.notHere(branch).map(told -> BranchEnd.pending(store, "not configured here"));
    }
    if (waiting.containsKey(store)) {
      return end(BranchEnd.pending(store, waiting.get(store)));
    }
    return claims(branch)
        ? Applying.probedUnderClaim(
            Finishing.decided(record, branch), progress.claim(store).orElseThrow())
        : Applying.withoutClaim(Finishing.decided(record, branch));
  }

  private static Program<List<BranchEnd>> note(
      Turn turn, List<BranchEnd> some, List<BranchEnd> more) {
    List<BranchEnd> all = new ArrayList<>(some);
    all.addAll(more);
    // Told before it is written down: whoever finds it noted does not tell it again.
    return heuristics(turn.record(), all)
        .then(told -> Finishing.note(turn.record(), all, turn.listed()))
        .map(settled -> all);
  }

  private static Program<Tally> tell(JournalRecord record, List<BranchEnd> ends) {
    if (ends.isEmpty()) {
      return end(Tally.NONE);
    }
    boolean finished = ends.stream().allMatch(e -> e.how() == BranchEnd.How.FINISHED);
    if (!finished) {
      boolean pending = ends.stream().anyMatch(e -> e.how() == BranchEnd.How.PENDING);
      return end(pending ? Tally.PENDING : Tally.NONE);
    }
    Event event =
        new Event(
            Event.Kind.RECOVERED,
            record.datTxn(),
            null,
            "decided earlier; finished by recovery. Nothing to do.");
    return ask(new Effect.Report(event)).map(told -> Tally.FINISHED);
  }

  /** Tells an operator of what was not known before. */
  static Program<Tally> heuristics(JournalRecord record, List<BranchEnd> ends) {
    List<Program<Tally>> reports = new ArrayList<>();
    for (BranchEnd branch : ends) {
      boolean news = !record.progress().heuristics().containsKey(branch.store());
      if (branch.how() == BranchEnd.How.HEURISTIC && news) {
        Event event =
            new Event(
                Event.Kind.HEURISTIC,
                record.datTxn(),
                branch.store(),
                branch.note() + ". Mend the store by hand, then acknowledge the outcome.");
        reports.add(ask(new Effect.Report(event)).map(told -> Tally.NONE));
      }
    }
    return together(reports).map(Tally::sum);
  }
}
