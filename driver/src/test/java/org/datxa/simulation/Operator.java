package org.datxa.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.datxa.spi.Marker;

/** Somebody who asks what became of a meta-transaction, and acknowledges heuristic outcomes. */
final class Operator {
  /**
   * An answer that somebody got.
   *
   * @param txn about which meta-transaction
   * @param committed whether it was said to be committed; else it was said to be aborted
   */
  record Said(int txn, boolean committed) {}

  private final Engine engine;
  private final World world;
  private final List<Said> answers = new ArrayList<>(2);

  Operator(Engine engine) {
    this.engine = engine;
    this.world = engine.world();
  }

  List<Said> answers() {
    return answers;
  }

  /** Asks for an outcome. */
  void asks(UUID datTxn) {
    engine.start("o", world.setup().inquiry().outcome(datTxn), found -> hears(datTxn, found));
  }

  private void hears(UUID datTxn, Object outcome) {
    if (world.recording()) {
      world.note("operator", "hears " + outcome + " of " + world.nameOf(datTxn));
    }
    switch ((org.datxa.Outcome) outcome) {
      case COMMITTED, PENDING -> answers.add(new Said(World.number(datTxn), true));
      case ABORTED -> answers.add(new Said(World.number(datTxn), false));
      default -> {}
    }
  }

  /** Acknowledges a heuristic outcome, after mending what there is to mend. */
  void acknowledges(UUID datTxn) {
    engine.start("o", world.setup().voting().forget(datTxn), forgotten -> {});
  }

  /** Ends a prepared branch behind our back. */
  void meddles(int txn, TwoPhaseModel store, boolean commits) {
    if (!store.prepared(txn) || world.excuses().isRestored(txn, store.name())) {
      return;
    }
    world.note(
        "operator",
        (commits ? "commits " : "rolls back ") + World.name(txn) + " in " + store.name());
    world.excuses().meddled(txn, store.name());
    if (commits) {
      world.excuses().committedByHand(txn);
      store.commit(txn);
    } else {
      store.put(txn, store.line(txn).at(TwoPhaseModel.Seat.GONE));
    }
  }

  /** Changes a table so that the part of a meta-transaction in it no longer fits. */
  void overwrites(int txn, AtomicModel store) {
    int table = world.choices().below(world.setup().chunks());
    if (store.misses(txn, table)) {
      world.note("operator", "overwrites what " + World.name(txn) + " needs in table " + table);
      world.excuses().meddled(txn, store.name());
      store.spoil(txn, table);
    }
  }

  /** Brings a store back to a moment before a prepared branch was committed. */
  void restores(int txn, TwoPhaseModel store) {
    TwoPhaseModel.Line line = store.line(txn);
    if (line.seat() == TwoPhaseModel.Seat.COMMITTED && line.preparedAt() > 0) {
      world.note("operator", "restores " + store.name() + ": " + World.name(txn) + " is prepared");
      world.excuses().restored(txn, store.name());
      store.put(txn, new TwoPhaseModel.Line(TwoPhaseModel.Seat.PREPARED, Marker.ABSENT, 1, 0));
    }
  }

  /** J5: markers go when their record is gone and nobody is left who may act on it. */
  void prunes(int txn, TwoPhaseModel store) {
    boolean may =
        world.journal().forgot(txn) && engine.nobodyIsAlive() && engine.network().isEmpty();
    boolean early = world.mutant(Mutant.PRUNES_EARLY);
    if ((may || early) && store.line(txn).marker() != Marker.ABSENT) {
      world.note("operator", "prunes the marker of " + World.name(txn) + " in " + store.name());
      store.loseMarker(txn);
    }
  }
}
