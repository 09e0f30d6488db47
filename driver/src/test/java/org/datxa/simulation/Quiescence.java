package org.datxa.simulation;

import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.regex.Pattern;
import org.datxa.journal.State;
import org.datxa.simulation.Execution.Waiting;

/** What is still in the network arrives or not; then recovery runs until nothing is left to do. */
final class Quiescence {
  private static final int ROUNDS = 8;
  private static final Pattern WRITES =
      Pattern.compile("advance|insert|commitP|rollback|apply|mark |discard|report|!!!|compacts");

  private final Engine engine;
  private final World world;
  private final Random random;

  Quiescence(Engine engine) {
    this.engine = engine;
    this.world = engine.world();
    this.random = world.random();
  }

  void reach() {
    world.note("-", "the trouble is over");
    world.setWallClock(0);
    while (!engine.network().isEmpty()) {
      someArrive();
      round(true);
    }
    for (UUID datTxn : world.datTxns()) {
      world.stores().keySet().forEach(store -> engine.endSession(datTxn, store));
    }
    for (int i = 0; i < ROUNDS; i++) {
      int before = world.log().size();
      round(false);
      forgetReads(before);
    }
  }

  // A round that only reads says nothing.
  private void forgetReads(int before) {
    List<String> lines = world.log().subList(before, world.log().size());
    if (lines.stream().noneMatch(line -> WRITES.matcher(line).find())) {
      lines.clear();
    }
  }

  private void someArrive() {
    if (random.nextInt(4) == 0) {
      engine.network().drop();
    } else {
      engine.network().deliver();
    }
  }

  private void round(boolean troubled) {
    world.pass(400);
    for (UUID datTxn : world.datTxns()) {
      if (world.setup().vote()) {
        manage(datTxn);
        runAll(troubled);
      }
    }
    if (world.setup().rules().journal()) {
      engine.pass();
      runAll(troubled);
      engine.sweep();
      runAll(troubled);
    }
    if (random.nextInt(5) == 0) {
      world.note("journal", "compacts all");
      world.journal().raise(world.now());
      world.journal().compact();
      world.replicate();
    }
  }

  private void manage(UUID datTxn) {
    State state = world.journal().row(datTxn).map(r -> r.state()).orElse(State.ACTIVE);
    if (state == State.PREPARED) {
      engine.manage(datTxn);
    } else if (state == State.DONE) {
      engine.endListing(datTxn);
    }
  }

  private void runAll(boolean troubled) {
    for (Actor actor : List.copyOf(engine.actors())) {
      while (actor.alive()) {
        if (troubled && !engine.network().isEmpty() && random.nextInt(20) == 0) {
          engine.network().deliver();
        }
        List<Waiting> waiting = actor.execution().waiting();
        engine.step(actor, waiting.get(random.nextInt(waiting.size())), false);
      }
    }
  }
}
