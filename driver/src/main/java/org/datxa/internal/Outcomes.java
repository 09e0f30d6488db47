package org.datxa.internal;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.datxa.Outcome;
import org.datxa.internal.protocol.Inquiry;
import org.datxa.internal.work.Engine;

/**
 * Answers what became of a meta-transaction, from the journal and, beyond its memory, from markers.
 */
final class Outcomes {
  private final Engine engine;
  private final Inquiry inquiry;
  private final Doubts doubts;

  Outcomes(Engine engine, Doubts doubts) {
    this.engine = engine;
    this.inquiry = new Inquiry(engine.deployment());
    this.doubts = doubts;
  }

  Outcome of(UUID datTxn) {
    Outcome found =
        engine.run(
            engine.journal().isPresent() ? inquiry.outcome(datTxn) : inquiry.byMarkers(datTxn),
            engine.settings().settle());
    // J2: a decision that was sent may land later, so nothing that is missing proves anything.
    return found == Outcome.UNKNOWN && doubts.contains(datTxn) ? Outcome.IN_DOUBT : found;
  }

  /** The meta-transactions whose decision this process sent and never saw confirmed. */
  static final class Doubts {
    private static final int MOST = 100_000;

    private final Set<UUID> ids =
        Collections.synchronizedSet(
            Collections.newSetFromMap(
                new LinkedHashMap<>() {
                  private static final long serialVersionUID = 1L;

                  @Override
                  protected boolean removeEldestEntry(Map.Entry<UUID, Boolean> eldest) {
                    return size() > MOST;
                  }
                }));

    BiConsumer<UUID, Outcome> before(BiConsumer<UUID, Outcome> listener) {
      BiConsumer<UUID, Outcome> first = this::told;
      return first.andThen(listener);
    }

    private void told(UUID datTxn, Outcome outcome) {
      if (outcome == Outcome.IN_DOUBT) {
        ids.add(datTxn);
      } else {
        ids.remove(datTxn);
      }
    }

    boolean contains(UUID datTxn) {
      return ids.contains(datTxn);
    }
  }
}
