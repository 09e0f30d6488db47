package org.datxa.internal.protocol;

import static org.datxa.internal.protocol.Program.ask;
import static org.datxa.internal.protocol.Program.end;
import static org.datxa.internal.protocol.Program.together;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.datxa.internal.protocol.Deployment.Traits;
import org.datxa.internal.protocol.Settlement.Settled;
import org.datxa.journal.BranchRecord;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.Progress;
import org.datxa.journal.RecordHead;
import org.datxa.journal.State;
import org.datxa.spi.Gid;
import org.datxa.spi.PreparedBranch;
import org.datxa.spi.Resolution;
import org.datxa.spi.StagingArea.Leftover;

/** Removes what an aborted meta-transaction left, and notes when nothing is left. J4. */
public final class Cleaning {
  private final Deployment deployment;

  /**
   * Cleaning in a deployment.
   *
   * @param deployment the stores configured here
   */
  public Cleaning(Deployment deployment) {
    this.deployment = deployment;
  }

  /**
   * Cleans after one aborted meta-transaction whose branches are known.
   *
   * @param record the record, ABORTED, acknowledged
   * @return what was done
   */
  public Program<Tally> clean(JournalRecord record) {
    return ends(record).map(ends -> isLeft(ends) ? Tally.FAILED : Tally.NONE);
  }

  private static boolean isLeft(List<BranchEnd> ends) {
    return ends.stream().anyMatch(it -> it.how() == BranchEnd.How.PENDING);
  }

  /**
   * Cleans, and tells how each branch ended. A store that had committed behind our back is kept in
   * the record of a manager's transaction, and listed to it, until it is forgotten. X1.
   *
   * @param record the record, ABORTED, acknowledged
   * @return how each branch ended; empty when they are not known
   */
  Program<List<BranchEnd>> ends(JournalRecord record) {
    if (record.state() != State.ABORTED) {
      return end(List.of()); // J7: a fail-over took back the ABORTED that was read
    }
    if (record.datTxTime() == 0) {
      return end(List.of()); // J4: a tombstone names no branches; recovery asks every store
    }
    return together(record.branches(), it -> clean(record, it))
        .then(ends -> note(record, ends).map(noted -> ends));
  }

  private static Program<Settled> note(JournalRecord record, List<BranchEnd> ends) {
    List<BranchEnd> news =
        ends.stream()
            .filter(it -> it.how() == BranchEnd.How.HEURISTIC && record.xid().isPresent())
            .filter(it -> !record.progress().heuristics().containsKey(it.store()))
            .toList();
    if (isLeft(ends) && news.isEmpty()) {
      return end(new Settled.Ours(record));
    }
    long since = Math.max(1, record.datTxTime() >>> 16);
    return Settlement.advance(
        record,
        State.ABORTED,
        progress -> {
          Progress next = isLeft(ends) ? progress : progress.withCleaned();
          for (BranchEnd it : news) {
            next = next.withHeuristic(it.store(), it.note()).listed(since);
          }
          return next;
        });
  }

  private Program<BranchEnd> clean(JournalRecord record, BranchRecord branch) {
    String store = branch.store();
    String known = record.progress().heuristics().get(store);
    if (known != null) {
      return end(BranchEnd.heuristic(store, known));
    }
    if (!deployment.stores().containsKey(store)) {
      return notHere(branch).map(told -> BranchEnd.pending(store, "not configured here"));
    }
    return branch.twoPhase()
        ? rollback(branch.gid()).map(reply -> rolledBack(store, reply))
        : ask(new Effect.Discard(branch.gid(), branch.payload()))
            .map(
                reply ->
                    reply.isDone()
                        ? BranchEnd.finished(store, "discarded")
                        : BranchEnd.pending(store, "not discarded yet", reply));
  }

  private static BranchEnd rolledBack(String store, Reply<Resolution> reply) {
    if (!reply.isDone()) {
      return BranchEnd.pending(store, "not rolled back yet", reply);
    }
    return committed(reply)
        ? BranchEnd.heuristic(store, "committed behind our back")
        : BranchEnd.finished(store, "rolled back");
  }

  /**
   * Rolls a branch back that was never decided, and reports one that somebody committed.
   *
   * @param gid the branch
   * @return the store's reply
   */
  static Program<Reply<Resolution>> rollback(Gid gid) {
    return ask(new Effect.RollbackPrepared(gid))
        .then(reply -> committed(reply) ? tell(gid).map(told -> reply) : end(reply));
  }

  // Its gid is gone, so whoever finds this is the last one who can.
  static boolean committed(Reply<Resolution> reply) {
    return reply instanceof Reply.Done<Resolution> it && it.value() == Resolution.HEURISTIC_COMMIT;
  }

  private static Program<Reply<Effect.Nothing>> tell(Gid gid) {
    return ask(
        new Effect.Report(
            new Event(
                Event.Kind.HEURISTIC,
                gid.datTxn(),
                gid.store(),
                "aborted, but the branch was committed behind our back. Undo its changes by"
                    + " hand.")));
  }

  static Program<Reply<Effect.Nothing>> notHere(BranchRecord branch) {
    return ask(
        new Effect.Report(
            new Event(
                Event.Kind.STORE_NOT_HERE,
                branch.gid().datTxn(),
                branch.store(),
                "this store is not configured here; left for a host that has it.")));
  }

  /**
   * Cleans tombstones, which have no branch list: every registered store is asked anew.
   *
   * @return what was done
   */
  Program<Tally> tombstones() {
    return tombstones(Optional.empty(), Tally.NONE);
  }

  // J4: page by page, since what is cleaned already stays in the scan until it is compacted.
  private Program<Tally> tombstones(Optional<UUID> after, Tally soFar) {
    int limit = deployment.times().page();
    return ask(new Effect.Scan(Set.of(State.ABORTED), deployment.times().stale(), after, limit))
        .then(
            reply -> {
              List<RecordHead> found =
                  reply instanceof Reply.Done<List<RecordHead>> it ? it.value() : List.of();
              Program<Tally> page = tombstones(found);
              return found.size() < limit
                  ? page.map(soFar::plus)
                  : page.then(
                      tally ->
                          tombstones(
                              Optional.of(found.get(limit - 1).datTxn()), soFar.plus(tally)));
            });
  }

  private Program<Tally> tombstones(List<RecordHead> found) {
    List<RecordHead> tombstones =
        found.stream().filter(h -> h.datTxTime() == 0 && !h.progress().cleaned()).toList();
    return tombstones.isEmpty() ? end(Tally.NONE) : askStores(tombstones);
  }

  private Program<Tally> askStores(List<RecordHead> tombstones) {
    return ask(new Effect.Registered())
        .then(
            reply ->
                reply instanceof Reply.Done<Set<String>> names
                        && deployment.stores().keySet().containsAll(names.value())
                    ? listAll(tombstones, names.value())
                    : end(Tally.NONE)); // a store that is not here, or down, keeps them
  }

  private Program<Tally> listAll(List<RecordHead> tombstones, Set<String> names) {
    List<String> twoPhase = new ArrayList<>();
    List<String> staging = new ArrayList<>();
    for (String name : names) {
      Traits traits = deployment.stores().get(name);
      if (traits.twoPhase()) {
        twoPhase.add(name);
      }
      if (traits.stages()) {
        staging.add(name);
      }
    }
    return together(twoPhase, s -> ask(new Effect.ListPrepared(s)))
        .then(
            lists ->
                together(staging, s -> ask(new Effect.ListStaged(s)))
                    .then(
                        areas ->
                            lists.stream().allMatch(Reply::isDone)
                                    && areas.stream().allMatch(Reply::isDone)
                                ? sweep(tombstones, prepared(lists), leftovers(staging, areas))
                                : end(Tally.NONE)));
  }

  private static Set<UUID> prepared(List<Reply<List<PreparedBranch>>> lists) {
    Set<UUID> all = new HashSet<>();
    for (Reply<List<PreparedBranch>> list : lists) {
      ((Reply.Done<List<PreparedBranch>>) list)
          .value()
          .forEach(branch -> all.add(branch.gid().datTxn()));
    }
    return all;
  }

  /** Leftovers by meta-transaction, each with the store that listed it. */
  private static Map<UUID, List<Program<Boolean>>> leftovers(
      List<String> staging, List<Reply<List<Leftover>>> areas) {
    Map<UUID, List<Program<Boolean>>> all = new HashMap<>();
    for (int i = 0; i < staging.size(); i++) {
      String store = staging.get(i);
      for (Leftover leftover : ((Reply.Done<List<Leftover>>) areas.get(i)).value()) {
        all.computeIfAbsent(leftover.datTxn(), key -> new ArrayList<>())
            .add(ask(new Effect.DiscardStaged(store, leftover)).map(Reply::isDone));
      }
    }
    return all;
  }

  private static Program<Tally> sweep(
      List<RecordHead> tombstones,
      Set<UUID> prepared,
      Map<UUID, List<Program<Boolean>>> leftovers) {
    return together(
            tombstones.stream()
                .filter(head -> !prepared.contains(head.datTxn()))
                .map(head -> sweep(head, leftovers.getOrDefault(head.datTxn(), List.of())))
                .toList())
        .map(Tally::sum);
  }

  // J7: the tombstone was only read, and a fail-over could still take it back.
  private static Program<Tally> sweep(RecordHead head, List<Program<Boolean>> discards) {
    return RecoveryPass.withRecord(
        head.datTxn(),
        record ->
            Settlement.acknowledge(record)
                .then(
                    settled ->
                        settled instanceof Settled.Ours ours
                                && ours.record().state() == State.ABORTED
                            ? discard(ours.record(), discards)
                            : end(Tally.FAILED)));
  }

  private static Program<Tally> discard(JournalRecord record, List<Program<Boolean>> discards) {
    return together(discards)
        .then(
            done ->
                done.stream().allMatch(it -> it)
                    ? Settlement.advance(record, State.ABORTED, Progress::withCleaned)
                        .map(settled -> Tally.NONE)
                    : end(Tally.FAILED));
  }
}
