package org.datxa.simulation;

import org.datxa.internal.protocol.Plan.Participant;
import org.datxa.internal.protocol.Verdict;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.State;
import org.datxa.simulation.Manager.Will;

/** All or none, once, nothing left behind, and nobody was told anything else. */
final class Audit {
  private final Engine engine;
  private final World world;

  Audit(Engine engine) {
    this.engine = engine;
    this.world = engine.world();
  }

  void run() {
    for (int txn = 0; txn < world.datTxns().size(); txn++) {
      check(txn);
      JournalRecord row = world.journal().row(txn);
      if (row != null) {
        check(txn, row);
      }
    }
  }

  private void check(int txn) {
    int written = 0;
    int applied = 0;
    int none = 0;
    for (Participant it : world.setup().stores()) {
      if (!world.setup().reads(it) && !world.excuses().excused(txn, it.store())) {
        int times = world.stores().get(it.store()).applied(txn);
        written++;
        applied += times == 1 ? 1 : 0;
        none += times == 0 ? 1 : 0;
      }
    }
    if (written == 0 || world.excuses().decidedByHand(txn)) {
      return;
    }
    if (applied < written && none < written) {
      world.violation(World.name(txn) + " is neither whole nor absent:" + places(txn));
    }
    told(txn, applied == written, none == written);
    decided(txn, applied == written, none == written);
    left(txn, applied == written);
  }

  private String places(int txn) {
    StringBuilder all = new StringBuilder();
    for (StoreModel store : world.stores().values()) {
      all.append(' ').append(store.name()).append('=').append(store.applied(txn));
    }
    return all.toString();
  }

  private void told(int txn, boolean all, boolean none) {
    Verdict verdict = engine.coordinators().get(txn).verdict();
    if (verdict instanceof Verdict.Committed && !all) {
      world.violation(World.name(txn) + " was told to be committed, and is not there");
    }
    if (verdict instanceof Verdict.RolledBack && !none) {
      world.violation(World.name(txn) + " was told to be rolled back, and is there");
    }
    if (verdict instanceof Verdict.OnlyRead) {
      world.violation(World.name(txn) + " was told to have only read");
    }
    for (Operator.Said said : engine.operator().answers()) {
      boolean wrong = said.txn() == txn && !(said.committed() ? all : none);
      // Who committed by hand left a marker, whatever we decide.
      if (wrong && !world.excuses().isCommittedByHand(txn)) {
        world.violation(World.name(txn) + " was said to be committed: " + said.committed());
      }
    }
  }

  private void decided(int txn, boolean all, boolean none) {
    Will will = engine.manager().will(txn);
    boolean refused = world.setup().vote() && will != Will.COMMIT;
    if ((will == Will.COMMIT && !all) || (refused && !none)) {
      world.violation(World.name(txn) + " is not as its manager decided: " + will);
    }
    if (engine.manager().owes(txn)) {
      world.violation(World.name(txn) + " stays in the log of its manager");
    }
  }

  private void left(int txn, boolean all) {
    for (StoreModel store : world.stores().values()) {
      String left = store.leftOf(txn);
      boolean kept = all && store instanceof AtomicModel;
      if (!left.isEmpty() && !kept && !world.excuses().maybeLeft(txn, store.name())) {
        world.violation(World.name(txn) + ": " + left);
      }
    }
  }

  private void check(int txn, JournalRecord record) {
    boolean ended =
        record.state() == State.DONE
            || (record.state() == State.ABORTED && record.progress().cleaned());
    if (!ended && !unanswerable(txn, record)) {
      world.violation(World.name(txn) + " stays " + record.state());
    }
    boolean unmarked =
        record.state() == State.DONE
            && world.house() != null
            && !world.house().marked(txn)
            && !record.progress().heuristics().containsKey("house")
            && record.branches().stream().anyMatch(b -> b.store().equals("house"));
    if (unmarked) {
      world.violation(World.name(txn) + " is done without its marker");
    }
    if (record.state() == State.DONE && record.progress().listedSinceMillis() != 0) {
      world.violation(World.name(txn) + " stays listed");
    }
  }

  // A tombstone is kept as long as a store lists its gid, which an operator has to end.
  private boolean unanswerable(int txn, JournalRecord record) {
    return record.state() == State.ABORTED
        && world.stores().keySet().stream().anyMatch(s -> world.excuses().maybeLeft(txn, s));
  }
}
