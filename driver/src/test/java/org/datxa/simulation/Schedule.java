package org.datxa.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.datxa.simulation.Execution.Waiting;

/** One random order of events, made from a seed: trouble first, then recovery without any. */
final class Schedule {
  private static final int LONGEST = 1500;

  private final Choices choices;
  private final World world;
  private final Engine engine;
  private final Budget budget;
  private final Misfortune misfortune;
  private final List<Actor> awake = new ArrayList<>();

  private Schedule(World world) {
    this.choices = world.choices();
    this.world = world;
    this.engine = new Engine(world);
    this.budget = new Budget(choices);
    this.misfortune = new Misfortune(engine, budget);
  }

  /** Without a log, which is only made when it is wanted. */
  static Ending run(long seed, Function<Choices, Setup> setups, Mutant mutant) {
    return run(seed, setups, mutant, false);
  }

  static Ending replay(long seed, Function<Choices, Setup> setups, Mutant mutant) {
    return run(seed, setups, mutant, true);
  }

  private static Ending run(
      long seed, Function<Choices, Setup> setups, Mutant mutant, boolean recording) {
    Choices dice = new Dice(seed);
    World world = new World(setups.apply(dice), mutant, dice, recording);
    Schedule schedule = new Schedule(world);
    if (recording) {
      world.note("-", world.setup().text());
    }
    schedule.trouble();
    new Quiescence(schedule.engine).reach();
    new Audit(schedule.engine).run();
    return new Ending(seed, world.violations(), world.log(), world.tick());
  }

  private void trouble() {
    int many = 1 + choices.below(choices.once(3) ? 3 : 1);
    for (int i = 0; i < many; i++) {
      world.pass(choices.below(20));
      UUID datTxn = world.begin();
      misfortune.strikes(datTxn);
      engine.commit(datTxn);
    }
    for (int i = 0; i < LONGEST && !over(); i++) {
      world.pass(choices.below(5));
      misfortune.happens();
      act();
    }
    for (Actor actor : engine.actors()) {
      if (actor.alive()) {
        engine.crash(actor);
      }
    }
  }

  private boolean over() {
    return engine.nobodyIsAlive() && !budget.left(Budget.Trouble.PASS);
  }

  private void act() {
    awake.clear();
    for (Actor actor : engine.actors()) {
      if (actor.awake()) {
        awake.add(actor);
      }
    }
    if (awake.isEmpty()) {
      return;
    }
    Actor actor = awake.get(choices.below(awake.size()));
    if (budget.now(Budget.Trouble.CRASH)) {
      engine.crash(actor);
    } else if (choices.once(40)) {
      actor.sleep(choices.below(120));
    } else {
      List<Waiting> waiting = actor.execution().waiting();
      Waiting fiber = waiting.get(choices.below(waiting.size()));
      engine.step(actor, fiber, budget.now(Budget.Trouble.FAULT));
    }
  }
}
