package org.datxa.simulation;

import java.util.Optional;
import java.util.UUID;
import org.datxa.simulation.Budget.Trouble;

/** What happens between two effects, from outside. */
final class Misfortune {
  private final Engine engine;
  private final World world;
  private final Choices choices;
  private final Budget budget;

  Misfortune(Engine engine, Budget budget) {
    this.engine = engine;
    this.world = engine.world();
    this.choices = world.choices();
    this.budget = budget;
  }

  /** P3: a statement of the work may have failed. */
  void strikes(UUID datTxn) {
    if (choices.once(16) || (world.mutant(Mutant.PREPARES_WHAT_FAILED) && choices.either())) {
      for (StoreModel store : world.stores().values()) {
        if (store instanceof TwoPhaseModel it) {
          world.note("-", "a statement fails in " + store.name());
          it.fails(World.number(datTxn));
          return;
        }
      }
    }
  }

  void happens() {
    if (!engine.network().isEmpty() && choices.once(15)) {
      engine.network().deliver();
    }
    recovery();
    journal();
    if (choices.once(30)) {
      clocks();
    }
    if (budget.now(Trouble.SESSION) || choices.once(20)) {
      endSomeSession();
    }
    people();
  }

  private void recovery() {
    if (budget.now(Trouble.PASS)) {
      boolean sweeps = choices.once(3) && world.setup().rules().journal();
      Actor unused = sweeps ? engine.sweep() : engine.pass();
    }
  }

  private void journal() {
    if (budget.now(Trouble.COMPACTION)) {
      compact();
    }
    if (budget.now(Trouble.FAIL_OVER)) {
      world.note("journal", "fails over");
      engine.network().dropAllToJournalServer();
      world.failOver();
    }
  }

  private void compact() {
    if (choices.either()) {
      long to = Clocks.START + choices.below((int) (world.now() - Clocks.START) + 50);
      if (world.recording()) {
        world.note("journal", "watermark to " + (to - Clocks.START));
      }
      world.journal().raise(to);
    }
    world.note("journal", "compacts");
    world.journal().compact(engine.network().holdsGate());
    world.replicate();
  }

  private void clocks() {
    switch (choices.below(3)) {
      case 0 -> world.pass(choices.below(300));
      case 1 -> world.clocks().storeGoesAhead(choices.below(100));
      default -> world.clocks().setWall(choices.below(400) - 200);
    }
  }

  // Of a process that is gone.
  private void endSomeSession() {
    for (int txn = 0; txn < world.datTxns().size(); txn++) {
      boolean gone = engine.coordinators().get(txn).crashed();
      if (gone || choices.once(40)) {
        for (String store : world.stores().keySet()) {
          engine.endSession(txn, store);
        }
        return;
      }
    }
  }

  private void people() {
    if (!world.setup().rules().journal()) {
      return;
    }
    int txn = choices.below(world.datTxns().size());
    Operator operator = engine.operator();
    if (budget.now(Trouble.QUESTION)) {
      operator.asks(world.datTxn(txn));
    }
    if (budget.now(Trouble.PRUNING)) {
      twoPhase().ifPresent(store -> operator.prunes(txn, store));
    }
    if (budget.now(Trouble.MEDDLING)) {
      meddles(txn);
    }
    if (budget.now(Trouble.RESTORE)) {
      twoPhase().ifPresent(store -> operator.restores(txn, store));
    }
    if (world.setup().vote() && budget.now(Trouble.MANAGER)) {
      manager(world.datTxn(txn));
    }
  }

  private void manager(UUID datTxn) {
    if (choices.either()) {
      engine.manager().asks(datTxn);
    } else {
      engine.manager().recover();
    }
  }

  private void meddles(int txn) {
    StoreModel store = some();
    if (store instanceof TwoPhaseModel it) {
      engine.operator().meddles(txn, it, choices.once(3));
    } else if (store instanceof AtomicModel it) {
      engine.operator().overwrites(txn, it);
    }
  }

  private Optional<TwoPhaseModel> twoPhase() {
    return some() instanceof TwoPhaseModel it ? Optional.of(it) : Optional.empty();
  }

  /** Any store, or null where there is none. */
  private StoreModel some() {
    int which = choices.below(Math.max(1, world.stores().size()));
    for (StoreModel store : world.stores().values()) {
      if (which-- == 0) {
        return store;
      }
    }
    return null;
  }
}
