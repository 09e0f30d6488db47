package org.datxa.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.Function;
import org.datxa.simulation.Execution.Waiting;

/** One random order of events, made from a seed: trouble first, then recovery without any. */
final class Schedule {
  private static final int LONGEST = 1500;

  private final Random random;
  private final World world;
  private final Engine engine;
  private final Budget budget;

  private Schedule(Random random, World world) {
    this.random = random;
    this.world = world;
    this.engine = new Engine(world);
    this.budget = new Budget(random);
  }

  static Outcome run(long seed, Function<Random, Setup> setups, Mutant mutant) {
    Random random = new Random(seed);
    World world = new World(setups.apply(random), mutant, random);
    Schedule schedule = new Schedule(random, world);
    world.note("-", world.setup().text());
    schedule.trouble();
    new Quiescence(schedule.engine).reach();
    new Audit(schedule.engine).run();
    return new Outcome(seed, world.violations(), world.log());
  }

  private void trouble() {
    int many = 1 + random.nextInt(random.nextInt(3) == 0 ? 3 : 1);
    for (int i = 0; i < many; i++) {
      world.pass(random.nextInt(20));
      engine.commit(world.begin());
    }
    for (int i = 0; i < LONGEST && !over(); i++) {
      world.pass(random.nextInt(5));
      happen();
      act();
    }
    engine.actors().stream().filter(Actor::alive).forEach(engine::crash);
  }

  private boolean over() {
    return engine.actors().stream().noneMatch(Actor::alive) && !budget.passesLeft();
  }

  private void act() {
    List<Actor> awake = engine.actors().stream().filter(Actor::awake).toList();
    if (awake.isEmpty()) {
      return;
    }
    Actor actor = awake.get(random.nextInt(awake.size()));
    if (budget.crash()) {
      engine.crash(actor);
    } else if (random.nextInt(40) == 0) {
      actor.sleep(random.nextInt(120));
    } else {
      step(actor);
    }
  }

  private void step(Actor actor) {
    List<Waiting> waiting = actor.execution().waiting();
    engine.step(actor, waiting.get(random.nextInt(waiting.size())), budget.fault());
  }

  private void happen() {
    if (!engine.network().isEmpty() && random.nextInt(15) == 0) {
      engine.network().deliver();
    }
    if (budget.pass()) {
      Actor unused =
          random.nextInt(3) == 0 && world.setup().rules().journal() ? engine.sweep() : pass();
    }
    if (budget.compaction()) {
      compact();
    }
    if (budget.failOver()) {
      world.note("journal", "fails over");
      engine.network().dropAllToJournalServer();
      world.failOver();
    }
    if (random.nextInt(30) == 0) {
      clocks();
    }
    if (budget.session() || random.nextInt(20) == 0) {
      endSomeSession();
    }
    if (world.setup().vote() && random.nextInt(150) == 0) {
      List<UUID> all = new ArrayList<>(world.datTxns());
      engine.manage(all.get(random.nextInt(all.size())));
    }
  }

  private Actor pass() {
    return engine.pass();
  }

  private void compact() {
    if (random.nextBoolean()) {
      long to = World.START + random.nextInt((int) (world.now() - World.START) + 50);
      world.note("journal", "watermark to " + (to - World.START));
      world.journal().raise(to);
    }
    world.note("journal", "compacts");
    world.journal().compact();
    world.replicate();
  }

  private void clocks() {
    switch (random.nextInt(3)) {
      case 0 -> world.pass(random.nextInt(300));
      case 1 -> world.setStoreClock(random.nextInt(100));
      default -> world.setWallClock(random.nextInt(400) - 200);
    }
  }

  // Of a process that is gone.
  private void endSomeSession() {
    for (UUID datTxn : world.datTxns()) {
      boolean gone = engine.coordinators().get(datTxn).crashed();
      if (gone || random.nextInt(40) == 0) {
        world.stores().keySet().forEach(store -> engine.endSession(datTxn, store));
        return;
      }
    }
  }
}
