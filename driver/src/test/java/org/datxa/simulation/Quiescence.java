package org.datxa.simulation;

import java.util.List;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.State;
import org.datxa.simulation.Execution.Waiting;

/** What is still in the network arrives or not; then recovery runs until nothing is left to do. */
final class Quiescence {
  private static final int ROUNDS = 12;

  private final Engine engine;
  private final World world;
  private final Choices choices;

  Quiescence(Engine engine) {
    this.engine = engine;
    this.world = engine.world();
    this.choices = world.choices();
  }

  void reach() {
    world.note("-", "the trouble is over");
    world.clocks().stand(false);
    world.clocks().setWall(0);
    while (!engine.network().isEmpty()) {
      if (choices.either()) {
        round(true);
      }
      if (!engine.network().isEmpty()) {
        someArrive();
      }
    }
    for (int txn = 0; txn < world.datTxns().size(); txn++) {
      for (String store : world.stores().keySet()) {
        engine.endSession(txn, store);
      }
    }
    for (int i = 0; i < ROUNDS; i++) {
      long before = world.changed();
      int lines = world.log().size();
      round(false);
      if (world.changed() == before) {
        world.log().subList(lines, world.log().size()).clear(); // it only read
        return;
      }
    }
    world.violation("recovery never comes to an end");
  }

  private void someArrive() {
    if (choices.once(4)) {
      engine.network().drop();
    } else {
      engine.network().deliver();
    }
  }

  private void round(boolean troubled) {
    world.pass(600);
    if (!engine.network().holdsGate()) {
      world.journal().settle(); // somebody compacts now and then
    }
    if (world.setup().rules().journal()) {
      if (world.setup().vote()) {
        engine.manager().recover();
        runAll(troubled);
      }
      engine.pass();
      runAll(troubled);
      if (world.setup().stages()) {
        engine.sweep();
        runAll(troubled);
      }
      acknowledge();
      runAll(troubled);
    }
    if (choices.once(5)) {
      world.note("journal", "compacts all");
      world.journal().raise(world.now());
      world.journal().compact(engine.network().holdsGate());
      world.replicate();
    }
  }

  // Of meta-transactions that have a manager it is the manager that forgets.
  private void acknowledge() {
    for (int txn = 0; txn < world.journal().rows().size(); txn++) {
      JournalRecord row = world.journal().row(txn);
      if (row != null && row.state() == State.COMMITTED && !row.progress().heuristics().isEmpty()) {
        engine.operator().acknowledges(row.datTxn());
      }
    }
  }

  private void runAll(boolean troubled) {
    for (int i = 0; i < engine.actors().size(); i++) {
      Actor actor = engine.actors().get(i);
      while (actor.alive()) {
        if (troubled && !engine.network().isEmpty() && choices.once(20)) {
          engine.network().deliver();
        }
        List<Waiting> waiting = actor.execution().waiting();
        engine.step(actor, waiting.get(choices.below(waiting.size())), false);
      }
    }
  }
}
