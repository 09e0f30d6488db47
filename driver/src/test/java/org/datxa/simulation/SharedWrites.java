package org.datxa.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.datxa.internal.protocol.Effect;
import org.datxa.internal.protocol.Reply.Why;
import org.datxa.journal.State;
import org.datxa.journal.internal.lane.Turns;
import org.datxa.simulation.Engine.Fate;
import org.datxa.simulation.Execution.Waiting;

/**
 * Group commit: the coordinators are threads of one process, whose writes to the journal take the
 * turns of the journal's own line. What becomes of a batch becomes of each of its writes.
 */
final class SharedWrites {
  private static final int MOST = 2;

  private final Engine engine;
  private final List<Write> known = new ArrayList<>(4);
  private Turns<Write> turns = new Turns<>(MOST, Long.MAX_VALUE);
  private Write leader;
  private List<Write> batch;

  /** One write; no other one is it. */
  private static final class Write implements Turns.Load {
    private final Actor actor;
    private final Waiting fiber;
    private final UUID datTxn;

    Write(Actor actor, Waiting fiber, UUID datTxn) {
      this.actor = actor;
      this.fiber = fiber;
      this.datTxn = datTxn;
    }

    @Override
    public Object key() {
      return datTxn;
    }

    @Override
    public long weight() {
      return 1;
    }
  }

  SharedWrites(Engine engine) {
    this.engine = engine;
  }

  /** A tombstone goes alone, since it waits for whoever holds the key. */
  static boolean takes(Effect<?> effect) {
    return effect instanceof Effect.Advance
        || (effect instanceof Effect.Insert it && it.record().state() != State.ABORTED);
  }

  private static UUID key(Effect<?> effect) {
    return effect instanceof Effect.Insert it
        ? it.record().datTxn()
        : ((Effect.Advance) effect).read().datTxn();
  }

  /** The thread of a write runs on: it joins, writes as the leader, or gives up waiting. */
  void step(Actor actor, Waiting fiber, Fate fate) {
    Write write = find(actor, fiber);
    if (write == null) {
      join(new Write(actor, fiber, key(fiber.effect())));
    } else if (write == leader) {
      lead(fate);
    } else if (fate == Fate.REFUSED && turns.withdraw(write)) {
      known.remove(write);
      engine.reply(actor, fiber, Answer.refused(Why.PLAIN, "its turn did not come"));
    }
  }

  private Write find(Actor actor, Waiting fiber) {
    for (Write it : known) {
      if (it.actor == actor && it.fiber.path() == fiber.path()) {
        return it;
      }
    }
    return null;
  }

  private void join(Write write) {
    known.add(write);
    boolean leads = turns.join(write);
    if (leads) {
      leader = write;
      batch = turns.take();
    }
    engine.world().note(write.actor, write.fiber.effect(), leads ? "leads" : "queues");
  }

  private void lead(Fate fate) {
    if (batch == null) {
      batch = turns.take();
      return;
    }
    List<Write> written = batch;
    batch = null;
    known.removeAll(written);
    leader = null;
    Write first = written.get(0);
    for (Write it : written) {
      boolean copies = it != first && engine.world().mutant(Mutant.ONE_ANSWER_FOR_ALL);
      if (copies) {
        engine.reply(it.actor, it.fiber, Answer.done());
      } else {
        engine.stepAlone(it.actor, it.fiber, fate);
      }
    }
    leader = turns.handOver().orElse(null);
  }

  /** Whether a write has not been sent, since it queues. */
  boolean isQueued(Actor actor, Waiting fiber) {
    Write write = find(actor, fiber);
    return write != null && (batch == null || !batch.contains(write));
  }

  /** The process is gone. */
  void clear() {
    known.clear();
    turns = new Turns<>(MOST, Long.MAX_VALUE);
    leader = null;
    batch = null;
  }
}
