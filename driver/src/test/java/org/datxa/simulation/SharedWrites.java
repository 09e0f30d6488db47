package org.datxa.simulation;

import java.util.List;
import org.datxa.internal.protocol.Effect;
import org.datxa.journal.State;
import org.datxa.simulation.Engine.Fate;

/** Group commit: what becomes of a batch of journal writes becomes of each of them. */
final class SharedWrites extends SharedLine {
  SharedWrites(Engine engine) {
    super(engine);
  }

  /** A tombstone goes alone, since it waits for whoever holds the key. */
  static boolean takes(Effect<?> effect) {
    return effect instanceof Effect.Advance
        || (effect instanceof Effect.Insert it && it.record().state() != State.ABORTED);
  }

  @Override
  boolean lead(List<Entry> taken, Fate fate) {
    Entry first = taken.get(0);
    for (Entry it : taken) {
      boolean copies = it != first && engine().world().mutant(Mutant.ONE_ANSWER_FOR_ALL);
      if (copies) {
        engine().reply(it.actor(), it.fiber(), Answer.done());
      } else {
        engine().stepAlone(it.actor(), it.fiber(), fate);
      }
    }
    return true;
  }
}
