package org.datxa.simulation;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.datxa.internal.protocol.Effect;
import org.datxa.internal.protocol.Event;
import org.datxa.internal.protocol.Plan;
import org.datxa.internal.protocol.Reply;
import org.datxa.internal.protocol.Reply.Why;
import org.datxa.journal.JournalRecord;
import org.datxa.spi.Evidence;

/** Everything outside the programs: stores, journal, clocks, the event log, what went wrong. */
final class World {
  static final long START = 1_000_000_000_000L;

  private final Setup setup;
  private final Mutant mutant;
  private final Random random;
  private final JournalModel journal = new JournalModel(this);
  private final Map<String, StoreModel> stores = new LinkedHashMap<>();
  private final Map<UUID, String> names = new LinkedHashMap<>();
  private final Set<String> violations = new LinkedHashSet<>();
  private final Set<String> zombies = new LinkedHashSet<>();
  private final Set<String> reports = new LinkedHashSet<>();
  private final List<String> log = new ArrayList<>();
  private long now = START;
  private long storeOffset = 7;
  private long wallOffset;
  private long times;
  private int owners;
  private boolean fake;
  private TwoPhaseModel.Copy standby;

  World(Setup setup, Mutant mutant, Random random) {
    this.setup = setup;
    this.mutant = mutant;
    this.random = random;
    for (Plan.Participant it : setup.stores()) {
      stores.put(it.store(), model(it));
      if (it.twoPhase() || it.claim().isEmpty()) {
        journal.register(it.store());
      }
    }
    replicate();
  }

  private StoreModel model(Plan.Participant it) {
    if (it.twoPhase()) {
      return new TwoPhaseModel(this, it.store());
    }
    return it.claim().isPresent()
        ? new ClaimModel(this, it.store(), setup.chunks())
        : new AtomicModel(this, it.store(), setup.chunks());
  }

  /** A meta-transaction whose work is done. */
  UUID begin() {
    String name = "t" + (names.size() + 1);
    UUID datTxn = new UUID((now << 16) | 0x7000L | names.size(), 0x8000000000000000L | now);
    names.put(datTxn, name);
    for (Plan.Participant it : setup.stores()) {
      stores.get(it.store()).work(datTxn, !setup.reads(it));
    }
    note("-", "begin " + name);
    return datTxn;
  }

  Reply<?> perform(Actor actor, Effect<?> effect) {
    if (effect instanceof Effect.OnProcess<?>) {
      return onProcess(actor, effect);
    }
    if (effect instanceof Effect.Stage) {
      actor.staged(storeOffset);
    }
    Reply<?> faked = sabotaged(actor, effect);
    fake = faked != null;
    return faked != null ? faked : perform(effect, actor.datTxn());
  }

  /** Performs an effect that arrives from the network, whoever sent it. */
  Reply<?> perform(Effect<?> effect, UUID datTxn) {
    if (effect instanceof Effect.OnJournal<?>) {
      return journal.perform(effect);
    }
    return store(effect).perform(effect, datTxn);
  }

  private StoreModel store(Effect<?> effect) {
    return stores.get(storeName(effect));
  }

  private static String storeName(Effect<?> effect) {
    return effect instanceof Effect.OnBranch<?> it
        ? it.store()
        : ((Effect.OnStore<?>) effect).store();
  }

  private Reply<?> onProcess(Actor actor, Effect<?> effect) {
    if (effect instanceof Effect.TakeTime) {
      return Answer.done((now << 16) | ++times);
    }
    if (effect instanceof Effect.NewOwner) {
      return Answer.done(actor.name() + "#" + ++owners);
    }
    if (effect instanceof Effect.StagedClock) {
      return Answer.done(now + actor.stagedOffset());
    }
    if (effect instanceof Effect.Pause it) {
      pass(20);
      return Answer.done(it.attempt() <= setup.pauses());
    }
    if (effect instanceof Effect.OlderThan it) {
      return Answer.done(wallClock() - it.millis() >= it.age());
    }
    report(((Effect.Report) effect).event());
    return Answer.done();
  }

  private void report(Event event) {
    reports.add(event.kind() + " " + nameOf(event.datTxn()) + " " + event.store());
    if (event.kind() == Event.Kind.HEURISTIC) {
      violation("heuristic: " + nameOf(event.datTxn()) + " " + event.store());
    }
  }

  boolean reported(Event.Kind kind, UUID datTxn, String store) {
    return reports.contains(kind + " " + nameOf(datTxn) + " " + store);
  }

  // What a deliberately broken program would do in place of the effect; null where it is not
  // broken.
  private Reply<?> sabotaged(Actor actor, Effect<?> effect) {
    if (effect instanceof Effect.Advance it
        && mutant == Mutant.NO_ACKNOWLEDGEMENT
        && it.read().state() == it.next().state()
        && it.read().progress().next().equals(it.next().progress())) {
      return Answer.done();
    }
    if (effect instanceof Effect.Insert it && it.record().datTxTime() == 0) {
      boolean skipped =
          mutant == (actor.coordinates() ? Mutant.READS_CARRIED : Mutant.NO_TOMBSTONE);
      boolean there = journal.row(it.record().datTxn()).isPresent();
      return !skipped ? null : there ? Answer.refused(Why.CONFLICT, "there is one") : Answer.done();
    }
    if (effect instanceof Effect.Probe && mutant == Mutant.NEVER_VERIFIES && actor.coordinates()) {
      BitSet all = new BitSet();
      all.set(0, setup.chunks());
      return Answer.done(Evidence.of(false, setup.chunks(), all));
    }
    return null;
  }

  /** Called where a branch is prepared. */
  void prepares(UUID datTxn, String store) {
    if (journal.aborted(datTxn)) {
      zombies.add(store + datTxn);
    }
  }

  /** Whether a zombie prepared what had been aborted, and perhaps cleaned, before. */
  boolean preparedAfterAbort(UUID datTxn, String store) {
    return zombies.contains(store + datTxn);
  }

  /** Called where a branch becomes visible after a decision. */
  void applies(UUID datTxn, String store) {
    if (setup.rules().journal() && !journal.durablyCommitted(datTxn)) {
      violation(nameOf(datTxn) + " is applied in " + store + " and not durably decided");
    }
  }

  /** Called where work is undone. */
  void undoes(UUID datTxn, String store) {
    if (journal.committed(datTxn)) {
      violation(nameOf(datTxn) + " is undone in " + store + " although it is decided");
    }
  }

  /** Whether an effect writes in the journal's server, so that its answer waits for the standby. */
  boolean onJournalServer(Effect<?> effect) {
    if (effect instanceof Effect.Insert || effect instanceof Effect.Advance) {
      return !fake;
    }
    boolean asks =
        effect instanceof Effect.ListPrepared
            || effect instanceof Effect.ReadMarker
            || effect instanceof Effect.Inspect;
    boolean elsewhere = effect instanceof Effect.OnProcess || effect instanceof Effect.OnJournal;
    return setup.colocated() && !elsewhere && !asks && storeName(effect).equals("a");
  }

  void replicate() {
    journal.replicate();
    standby = setup.colocated() && stores.get("a") != null ? twoPhase("a").copy() : null;
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

  Set<UUID> datTxns() {
    return names.keySet();
  }

  boolean mutant(Mutant it) {
    return mutant == it;
  }

  Mutant mutant() {
    return mutant;
  }

  Random random() {
    return random;
  }

  boolean watermarkFirst() {
    return random.nextBoolean();
  }

  long now() {
    return now;
  }

  /** The clock of a process, which may be set. */
  long wallClock() {
    return now + wallOffset;
  }

  /** The clock of the store with claims, which never goes back. */
  long storeClock() {
    return now + storeOffset;
  }

  void pass(long millis) {
    now += millis;
  }

  void setStoreClock(long ahead) {
    storeOffset += ahead;
  }

  void setWallClock(long offset) {
    wallOffset = offset;
  }

  void violation(String what) {
    if (violations.add(what)) {
      log.add("!!! " + what);
    }
  }

  Set<String> violations() {
    return violations;
  }

  List<String> log() {
    return log;
  }

  void note(String who, String what) {
    log.add(who + " " + what);
  }

  void note(Actor actor, Effect<?> effect, String how) {
    log.add(actor.name() + " " + Text.of(effect, this::nameOf) + " -> " + how);
  }

  String text(Effect<?> effect) {
    return Text.of(effect, this::nameOf);
  }

  String nameOf(UUID datTxn) {
    return names.getOrDefault(datTxn, "-");
  }

  List<JournalRecord> rows() {
    List<JournalRecord> all = new ArrayList<>();
    names.keySet().forEach(id -> journal.row(id).ifPresent(all::add));
    return all;
  }
}
