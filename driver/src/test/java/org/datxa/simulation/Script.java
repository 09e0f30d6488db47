package org.datxa.simulation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.datxa.simulation.Engine.Fate;
import org.datxa.simulation.Execution.Waiting;

/** A schedule written by hand: effects happen in the order in which they are asked for. */
final class Script {
  private final World world;
  private final Engine engine;
  private final Map<String, Fate> fates = new LinkedHashMap<>();

  Script(Setup setup) {
    this(setup, Mutant.NONE);
  }

  Script(Setup setup, Mutant mutant) {
    world = new World(setup, mutant, new Dice(1), true);
    engine = new Engine(world);
  }

  World world() {
    return world;
  }

  Engine engine() {
    return engine;
  }

  UUID begin() {
    world.pass(1);
    return world.begin();
  }

  Actor coordinator(UUID datTxn) {
    return engine.commit(datTxn);
  }

  Actor coordinator() {
    return coordinator(begin());
  }

  /** The next effect whose line begins so ends in this way. */
  Script when(String line, Fate fate) {
    fates.put(line, fate);
    return this;
  }

  Script run(Actor actor) {
    return runUntil(actor, "\n");
  }

  /** Stops when the effect to happen next begins with a line. */
  Script runUntil(Actor actor, String line) {
    while (actor.alive()) {
      Waiting fiber = actor.execution().waiting().get(0);
      String text = world.text(fiber.effect());
      if (text.startsWith(line)) {
        return this;
      }
      engine.step(actor, fiber, fate(text));
    }
    return this;
  }

  private Fate fate(String text) {
    return fates.keySet().stream()
        .filter(text::startsWith)
        .findFirst()
        .map(fates::remove)
        .orElse(Fate.ANSWERED);
  }

  Script pass() {
    return run(engine.pass());
  }

  Script sweep() {
    return run(engine.sweep());
  }

  Script arrive() {
    engine.network().deliver();
    return this;
  }

  Script failOver() {
    world.note("journal", "fails over");
    world.failOver();
    return this;
  }

  /** Time goes by until all that began so far is below the watermark. */
  Script raiseWatermark() {
    world.pass(10);
    world.journal().raise(world.now());
    world.journal().settle();
    return this;
  }

  /** What is finished below the watermark is cleaned away. */
  Script compact() {
    raiseWatermark();
    world.journal().compact(engine.network().holdsGate());
    return this;
  }

  /** Everything is over: recovery runs, and the audit is made. */
  List<String> violations() {
    new Quiescence(engine).reach();
    new Audit(engine).run();
    return List.copyOf(world.violations());
  }

  /** What one actor did so far. */
  List<String> lines(Actor actor) {
    String mine = actor.name() + " ";
    return world.log().stream()
        .filter(line -> line.startsWith(mine))
        .map(line -> line.substring(mine.length()))
        .toList();
  }
}
