package org.datxa.simulation;

import java.util.ArrayList;
import java.util.List;
import org.datxa.internal.protocol.Reply;
import org.datxa.internal.protocol.Reply.Why;
import org.datxa.simulation.Engine.Fate;
import org.datxa.simulation.Execution.Waiting;
import org.datxa.spi.together.Turns;

/**
 * The threads of one process that share their writes, in one line: the coordinators. The turns are
 * those of the real lines.
 */
abstract class SharedLine {
  private static final int MOST = 2;

  private final Engine engine;
  private final List<Entry> known = new ArrayList<>(4);
  private Turns<Entry> turns = new Turns<>(MOST, Long.MAX_VALUE);
  private Entry leader;
  private List<Entry> batch;

  /** What one thread wants; no other one is it. */
  static final class Entry implements Turns.Load {
    private final Actor actor;
    private final Waiting fiber;

    private Entry(Actor actor, Waiting fiber) {
      this.actor = actor;
      this.fiber = fiber;
    }

    Actor actor() {
      return actor;
    }

    Waiting fiber() {
      return fiber;
    }

    @Override
    public Object key() {
      return actor.datTxn();
    }

    @Override
    public long weight() {
      return 1;
    }
  }

  SharedLine(Engine engine) {
    this.engine = engine;
  }

  Engine engine() {
    return engine;
  }

  /**
   * The leader goes one step on with what it took.
   *
   * @return whether all of it is answered
   */
  abstract boolean lead(List<Entry> taken, Fate fate);

  /** The thread of a write runs on: it joins, leads, or gives up waiting. */
  void step(Actor actor, Waiting fiber, Fate fate) {
    Entry entry = find(actor, fiber);
    if (entry == null) {
      join(new Entry(actor, fiber));
    } else if (entry == leader) {
      leads(fate);
    } else if (fate == Fate.REFUSED && turns.withdraw(entry)) {
      known.remove(entry);
      engine.reply(actor, fiber, notTaken());
    }
  }

  private static Reply<?> notTaken() {
    return Answer.refused(Why.PLAIN, "its turn did not come");
  }

  private Entry find(Actor actor, Waiting fiber) {
    for (Entry it : known) {
      if (it.actor == actor && it.fiber.path() == fiber.path()) {
        return it;
      }
    }
    return null;
  }

  private void join(Entry entry) {
    known.add(entry);
    boolean leads = turns.join(entry);
    if (leads) {
      leader = entry;
      batch = turns.take();
    }
    engine.world().note(entry.actor, entry.fiber.effect(), leads ? "leads" : "queues");
  }

  private void leads(Fate fate) {
    if (batch == null) {
      batch = turns.take();
      return;
    }
    if (lead(batch, fate)) {
      known.removeAll(batch);
      batch = null;
      leader = turns.handOver().orElse(null);
    }
  }

  /** Whether a write has not been sent, since it queues. */
  boolean isQueued(Actor actor, Waiting fiber) {
    Entry entry = find(actor, fiber);
    return entry != null && (batch == null || !batch.contains(entry));
  }

  /** The process is gone. */
  void clear() {
    known.clear();
    turns = new Turns<>(MOST, Long.MAX_VALUE);
    leader = null;
    batch = null;
  }
}
