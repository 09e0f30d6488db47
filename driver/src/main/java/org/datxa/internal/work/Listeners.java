package org.datxa.internal.work;

import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.datxa.Outcome;
import org.datxa.internal.protocol.Event;
import org.datxa.internal.protocol.Verdict;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who is told of what happens. What a listener throws is logged: no transaction depends on it.
 *
 * @param events told of what an operator should know
 * @param outcomes told of outcomes
 */
public record Listeners(Consumer<Event> events, BiConsumer<UUID, Outcome> outcomes)
    implements Consumer<Event> {
  private static final Logger LOG = LoggerFactory.getLogger("org.datxa.engine");

  /** Nobody. */
  public static final Listeners NONE = new Listeners(event -> {}, (datTxn, outcome) -> {});

  @Override
  public void accept(Event event) {
    events.accept(event);
    switch (event.kind()) {
      case RECOVERED -> tell(event.datTxn(), Outcome.COMMITTED);
      case ROLLED_BACK -> tell(event.datTxn(), Outcome.ABORTED);
      default -> {} // no outcome
    }
  }

  /** What only read has no outcome, and a vote has none yet. */
  void told(UUID datTxn, Verdict verdict) {
    if (verdict instanceof Verdict.Committed it) {
      tell(datTxn, it.pending() || it.heuristic() ? Outcome.PENDING : Outcome.COMMITTED);
    } else if (verdict instanceof Verdict.RolledBack || verdict instanceof Verdict.BrokenRollback) {
      tell(datTxn, Outcome.ABORTED);
    } else if (verdict instanceof Verdict.Doubtful) {
      tell(datTxn, Outcome.IN_DOUBT);
    }
  }

  private void tell(UUID datTxn, Outcome outcome) {
    try {
      outcomes.accept(datTxn, outcome);
    } catch (RuntimeException | Error e) { // whatever it is, no transaction depends on it
      LOG.warn("The outcome listener failed on {} of {}.", outcome, datTxn, e);
    }
  }
}
