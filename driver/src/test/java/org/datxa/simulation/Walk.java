package org.datxa.simulation;

import java.util.ArrayList;
import java.util.List;
import org.datxa.internal.protocol.Effect;
import org.datxa.simulation.Engine.Fate;
import org.datxa.simulation.Execution.Waiting;

/**
 * One way through a scope. What only concerns a process itself happens at once, and the parts of
 * one process that run together take turns; random schedules mix those too.
 */
final class Walk {
  /** What may happen next. */
  private enum Kind {
    END,
    STEP,
    CRASH,
    CRASH_SENT,
    DELIVER,
    PASS,
    SWEEP,
    JUMP,
    COMPACT,
    FAIL_OVER
  }

  /**
   * One possibility.
   *
   * @param kind what happens
   * @param which which actor or request
   * @param fate what becomes of its effect
   */
  record Move(Kind kind, int which, Fate fate) {}

  private static final Move END = new Move(Kind.END, 0, Fate.ANSWERED);

  private final Scope scope;
  private final World world;
  private final Engine engine;
  private int passes;
  private int sweeps;
  private int crashes;
  private int losses;
  private int outside;
  private boolean ended;

  Walk(Scope scope, Mutant mutant, boolean recording) {
    this.scope = scope;
    this.world = new World(scope.setup(), mutant, Choices.FIRST, recording);
    this.engine = new Engine(world);
    this.passes = scope.passes();
    this.sweeps = scope.sweeps();
    this.crashes = scope.crashes();
    this.losses = scope.losses();
    this.outside = scope.outside();
    engine.remembers();
    for (int i = 0; i < scope.coordinators(); i++) {
      world.pass(1);
      engine.commit(world.begin());
    }
    world.clocks().stand(true);
    settle();
  }

  World world() {
    return world;
  }

  boolean ended() {
    return ended;
  }

  List<Move> moves() {
    List<Move> all = new ArrayList<>();
    for (int i = 0; i < engine.actors().size(); i++) {
      Actor actor = engine.actors().get(i);
      if (actor.alive()) {
        ofActor(i, actor, all);
      }
    }
    for (int i = 0; i < engine.network().size(); i++) {
      all.add(move(Kind.DELIVER, i));
    }
    if (engine.nobodyIsAlive()) {
      all.add(END);
    }
    fromOutside(all);
    return all;
  }

  private static Move move(Kind kind, int which) {
    return new Move(kind, which, Fate.ANSWERED);
  }

  private void ofActor(int which, Actor actor, List<Move> all) {
    boolean changes = Network.changesSomething(actor.execution().waiting().get(0).effect());
    all.add(step(which, Fate.ANSWERED));
    if (losses > 0 && changes) {
      all.add(step(which, Fate.ANSWER_LOST_EARLY));
      all.add(step(which, Fate.LATE));
      all.add(step(which, Fate.REFUSED));
    } else if (losses > 0) {
      all.add(step(which, Fate.NEVER));
    }
    if (crashes > 0) {
      all.add(move(Kind.CRASH, which));
      if (changes) {
        all.add(move(Kind.CRASH_SENT, which));
      }
    }
  }

  private static Move step(int which, Fate fate) {
    return new Move(Kind.STEP, which, fate);
  }

  private void fromOutside(List<Move> all) {
    if (passes > 0) {
      all.add(move(Kind.PASS, 0));
    }
    if (sweeps > 0) {
      all.add(move(Kind.SWEEP, 0));
    }
    if (outside > 0) {
      all.add(move(Kind.COMPACT, 0));
      all.add(move(Kind.FAIL_OVER, 0));
      if (world.house() != null) {
        all.add(move(Kind.JUMP, 0));
      }
    }
  }

  void make(Move move) {
    switch (move.kind()) {
      case END -> end();
      case STEP -> step(move);
      case CRASH, CRASH_SENT -> crash(engine.actors().get(move.which()), move.kind());
      case DELIVER -> engine.network().deliver(move.which());
      case PASS -> {
        passes--;
        engine.pass();
      }
      case SWEEP -> {
        sweeps--;
        engine.sweep();
      }
      default -> happens(move.kind());
    }
    settle();
  }

  private void end() {
    ended = true;
    engine.network().clear(); // what arrives is another way
    new Quiescence(engine).reach();
    new Audit(engine).run();
  }

  private void step(Move move) {
    Actor actor = engine.actors().get(move.which());
    losses -= move.fate() == Fate.ANSWERED ? 0 : 1;
    engine.step(actor, actor.execution().waiting().get(0), move.fate());
  }

  private void crash(Actor actor, Kind kind) {
    crashes--;
    world.note(actor, "crashes");
    if (kind == Kind.CRASH_SENT) {
      engine.network().send(actor.execution().waiting().get(0).effect(), actor.datTxn());
    }
    actor.crash();
  }

  private void happens(Kind kind) {
    outside--;
    world.note("-", kind.name());
    if (kind == Kind.COMPACT) {
      world.journal().raise(world.now() + 1);
      world.journal().compact(engine.network().holdsGate());
      world.replicate();
    } else if (kind == Kind.FAIL_OVER) {
      engine.network().dropAllToJournalServer();
      world.failOver();
    } else {
      world.clocks().stand(false);
      world.pass(400);
      world.clocks().stand(true);
    }
  }

  private void settle() {
    for (int i = 0; i < engine.actors().size(); i++) {
      Actor actor = engine.actors().get(i);
      Waiting inside = inside(actor);
      while (inside != null) {
        engine.step(actor, inside, Fate.ANSWERED);
        inside = inside(actor);
      }
    }
  }

  private static Waiting inside(Actor actor) {
    if (actor.alive()) {
      for (Waiting fiber : actor.execution().waiting()) {
        if (fiber.effect() instanceof Effect.OnProcess<?>) {
          return fiber;
        }
      }
    }
    return null;
  }

  long digest() {
    long left = ((passes * 8L + sweeps) * 8 + crashes) * 64 + losses * 8L + outside;
    return Digest.of(engine.digest(), left + scope.coordinators() * 100_000L);
  }
}
