package org.datxa.simulation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.datxa.internal.protocol.Effect;
import org.datxa.internal.protocol.Plan.Participant;
import org.datxa.internal.protocol.Reply;

/** Everything outside the programs: stores, journal, clocks, the event log, what went wrong. */
final class World {
  private final Setup setup;
  private final Mutant mutant;
  private final Choices choices;
  private final boolean recording;
  private final JournalModel journal;
  private final Map<String, StoreModel> stores = new LinkedHashMap<>();
  private final List<UUID> datTxns = new ArrayList<>(3);
  private final Set<String> violations = new LinkedHashSet<>();
  private final List<String> log = new ArrayList<>();
  private final Excuses excuses;
  private final Clocks clocks = new Clocks();
  private long tick;
  private long changes;
  private Actor acting;
  private Cells<TwoPhaseModel.Line> standby;

  World(Setup setup, Mutant mutant, Choices choices, boolean recording) {
    this.setup = setup;
    this.mutant = mutant;
    this.choices = choices;
    this.recording = recording;
    this.journal = new JournalModel(this);
    this.excuses = new Excuses(this);
    for (Participant it : setup.stores()) {
      stores.put(it.store(), model(it));
      if (it.twoPhase() || it.claim().isEmpty()) {
        journal.register(it.store());
      }
    }
    replicate();
  }

  private StoreModel model(Participant it) {
    if (it.twoPhase()) {
      return it.preparesLast()
          ? new FenceModel(this, it.store())
          : new TwoPhaseModel(this, it.store());
    }
    return it.claim().isPresent()
        ? new ClaimModel(this, it.store(), setup.chunks())
        : new AtomicModel(this, it.store(), setup.chunks());
  }

  /** A meta-transaction whose work is done. */
  UUID begin() {
    int txn = datTxns.size();
    UUID datTxn = new UUID((now() << 16) | 0x7000L | txn, 0x8000000000000000L | now());
    datTxns.add(datTxn);
    for (Participant it : setup.stores()) {
      stores.get(it.store()).work(txn, !setup.reads(it));
    }
    if (recording) {
      note("-", "begin " + name(txn));
    }
    return datTxn;
  }

  /** The number of a meta-transaction, from 0. */
  static int number(UUID datTxn) {
    return (int) datTxn.getMostSignificantBits() & 0xfff;
  }

  UUID datTxn(int txn) {
    return datTxns.get(txn);
  }

  List<UUID> datTxns() {
    return datTxns;
  }

  /** Somebody asks for an effect. */
  Reply<?> perform(Actor actor, Effect<?> effect) {
    acting = actor;
    if (Where.of(effect) == Where.PROCESS) {
      return onProcess(actor, effect);
    }
    if (effect instanceof Effect.Stage) {
      actor.staged(clocks.storeOffset());
    }
    return perform(effect, actor.datTxn());
  }

  /** An effect happens, whoever asked for it. */
  Reply<?> perform(Effect<?> effect, UUID datTxn) {
    tick++;
    return Where.of(effect) == Where.JOURNAL
        ? journal.perform(effect)
        : stores.get(storeName(effect)).perform(effect, datTxn);
  }

  static String storeName(Effect<?> effect) {
    return Where.of(effect) == Where.BRANCH
        ? ((Effect.OnBranch<?>) effect).store()
        : ((Effect.OnStore<?>) effect).store();
  }

  private Reply<?> onProcess(Actor actor, Effect<?> effect) {
    if (effect instanceof Effect.TakeTime) {
      return Answer.done((now() << 16) | (number(actor.datTxn()) + 1));
    }
    if (effect instanceof Effect.NewOwner) {
      return Answer.done(actor.newOwner());
    }
    if (effect instanceof Effect.StagedClock) {
      return Answer.done(now() + actor.stagedOffset());
    }
    if (effect instanceof Effect.Pause it) {
      pass(20);
      return Answer.yes(it.attempt() <= setup.pauses());
    }
    if (effect instanceof Effect.OlderThan it) {
      return Answer.yes(wallClock() - it.millis() >= it.age());
    }
    excuses.report(((Effect.Report) effect).event());
    return Answer.done();
  }

  /** P1: whether a marker that was read before a step could not be seen by the one who acts. */
  boolean tooLateFor(long committedAt) {
    return mutant(Mutant.READS_MARKER_FIRST) && acting != null && acting.lastStep() < committedAt;
  }

  /** H5: whether the replica that answers has not got the last rows. */
  boolean lags() {
    return mutant(Mutant.LAGGING_REPLICA) && choices.either();
  }

  /** Called where a branch is prepared. */
  void prepares(int txn, String store) {
    if (journal.aborted(txn)) {
      excuses.preparedAfterAbort(txn, store);
    }
  }

  /** Called where a branch becomes visible after a decision. */
  void applies(int txn, String store) {
    boolean decided = journal.durablyCommitted(txn) || excuses.decidedByHand(txn);
    if (setup.rules().journal() && !decided) {
      violation(name(txn) + " is applied in " + store + " and not durably decided");
    }
  }

  /** Called where work is undone. */
  void undoes(int txn, String store) {
    // Files that an operator has acknowledged as heuristic are swept when their record is gone.
    boolean over =
        stores.get(store) instanceof AtomicModel
            && journal.forgot(txn)
            && excuses.excused(txn, store);
    if (journal.committed(txn) && !over) {
      violation(name(txn) + " is undone in " + store + " although it is decided");
    }
  }

  void replicate() {
    journal.replicate();
    standby = setup.colocated() && stores.containsKey("a") ? twoPhase("a").copy() : null;
  }

  void failOver() {
    journal.failOver();
    if (standby != null) {
      twoPhase("a").restore(standby);
    }
  }

  TwoPhaseModel twoPhase(String store) {
    return (TwoPhaseModel) stores.get(store);
  }

  ClaimModel house() {
    return (ClaimModel) stores.get("house");
  }

  Setup setup() {
    return setup;
  }

  JournalModel journal() {
    return journal;
  }

  Map<String, StoreModel> stores() {
    return stores;
  }

  Excuses excuses() {
    return excuses;
  }

  boolean mutant(Mutant it) {
    return mutant == it;
  }

  Mutant mutant() {
    return mutant;
  }

  Choices choices() {
    return choices;
  }

  long now() {
    return clocks.now();
  }

  Clocks clocks() {
    return clocks;
  }

  /** Something happened that no single effect asked for. */
  void happened() {
    tick++;
  }

  /** Counts what happened. */
  long tick() {
    return tick;
  }

  /** The clock of a process, which may be set. */
  long wallClock() {
    return clocks.wall();
  }

  /** The clock of the store with claims, which never goes back. */
  long storeClock() {
    return clocks.store();
  }

  void pass(long millis) {
    clocks.pass(millis);
  }

  /** Called where anything changes that a later round of recovery could see. */
  void changes() {
    changes++;
  }

  long changed() {
    return changes;
  }

  void violation(String what) {
    if (violations.add(what) && recording) {
      log.add("!!! " + what);
    }
  }

  Set<String> violations() {
    return violations;
  }

  List<String> log() {
    return log;
  }

  boolean recording() {
    return recording;
  }

  void note(String who, String what) {
    if (recording) {
      log.add(who + " " + what);
    }
  }

  void note(Actor actor, String what) {
    if (recording) {
      log.add(actor.name() + " " + what);
    }
  }

  void note(Actor actor, Effect<?> effect, Reply<?> reply, String how) {
    if (recording) {
      note(actor, effect, Text.of(reply) + how);
    }
  }

  void note(Actor actor, Effect<?> effect, String how) {
    if (recording) {
      log.add(actor.name() + " " + text(effect) + " -> " + how);
    }
  }

  String text(Effect<?> effect) {
    return Text.of(effect, this::nameOf);
  }

  static String name(int txn) {
    return "t" + (txn + 1);
  }

  String nameOf(UUID datTxn) {
    return datTxn == null ? "-" : name(number(datTxn));
  }

  long digest() {
    long all = Digest.of(journal.digest(), clocks.digest());
    for (StoreModel store : stores.values()) {
      all = Digest.of(all, store.digest());
    }
    return all;
  }
}
