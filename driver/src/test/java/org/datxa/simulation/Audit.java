package org.datxa.simulation;

import java.util.List;
import java.util.UUID;
import org.datxa.internal.protocol.Event;
import org.datxa.internal.protocol.Plan;
import org.datxa.internal.protocol.Verdict;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.State;
import org.datxa.simulation.Engine.Will;

/** All or none, once, nothing left behind, and nobody was told anything else. */
final class Audit {
  private final Engine engine;
  private final World world;

  Audit(Engine engine) {
    this.engine = engine;
    this.world = engine.world();
  }

  void run() {
    world.datTxns().forEach(this::check);
    world.rows().forEach(this::check);
  }

  private void check(UUID datTxn) {
    List<StoreModel> written =
        world.setup().stores().stream()
            .filter(p -> !world.setup().reads(p))
            .map(Plan.Participant::store)
            .map(world.stores()::get)
            .toList();
    if (written.isEmpty()) {
      return;
    }
    long applied = written.stream().filter(s -> s.applied(datTxn) == 1).count();
    long none = written.stream().filter(s -> s.applied(datTxn) == 0).count();
    boolean all = applied == written.size();
    if (!all && none < written.size()) {
      StringBuilder how = new StringBuilder();
      written.forEach(s -> how.append(' ').append(s.name()).append('=').append(s.applied(datTxn)));
      world.violation(world.nameOf(datTxn) + " is neither whole nor absent:" + how);
    }
    told(datTxn, all, none == written.size());
    left(datTxn, all);
  }

  private void told(UUID datTxn, boolean all, boolean none) {
    Verdict verdict = engine.coordinators().get(datTxn).verdict();
    String name = world.nameOf(datTxn);
    if (verdict instanceof Verdict.Committed && !all) {
      world.violation(name + " was told to be committed, and is not there");
    }
    if (verdict instanceof Verdict.RolledBack && !none) {
      world.violation(name + " was told to be rolled back, and is there");
    }
    if (verdict instanceof Verdict.OnlyRead) {
      world.violation(name + " was told to have only read");
    }
    Will will = engine.wills().get(datTxn);
    boolean refused = world.setup().vote() && will != Will.COMMIT;
    if ((will == Will.COMMIT && !all) || (refused && !none)) {
      world.violation(name + " is not as its manager decided: " + will);
    }
  }

  private void left(UUID datTxn, boolean all) {
    for (StoreModel store : world.stores().values()) {
      String left = store.leftOf(datTxn);
      // J9: what nobody wrote down before the watermark passed it, an operator ends.
      boolean unknown =
          world.preparedAfterAbort(datTxn, store.name()) || !world.journal().knew(datTxn);
      boolean told = world.reported(Event.Kind.BELOW_WATERMARK, datTxn, store.name());
      boolean explained = (told && unknown) || !world.setup().rules().journal();
      if (!left.isEmpty() && !explained && !(all && store instanceof AtomicModel)) {
        world.violation(world.nameOf(datTxn) + ": " + left);
      }
    }
  }

  private void check(JournalRecord record) {
    boolean ended =
        record.state() == State.DONE
            || (record.state() == State.ABORTED && record.progress().cleaned());
    if (!ended) {
      world.violation(world.nameOf(record.datTxn()) + " stays " + record.state());
    }
    boolean unmarked =
        record.state() == State.DONE
            && world.house() != null
            && !world.house().marked(record.datTxn())
            && record.branches().stream().anyMatch(b -> b.store().equals("house"));
    if (unmarked) {
      world.violation(world.nameOf(record.datTxn()) + " is done without its marker");
    }
  }
}
