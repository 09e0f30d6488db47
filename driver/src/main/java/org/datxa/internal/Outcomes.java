package org.datxa.internal;

import java.util.UUID;
import org.datxa.Outcome;
import org.datxa.internal.protocol.Inquiry;
import org.datxa.internal.work.Engine;

/**
 * Answers what became of a meta-transaction, from the journal and, beyond its memory, from markers.
 */
final class Outcomes {
  private final Engine engine;
  private final Inquiry inquiry;

  Outcomes(Engine engine) {
    this.engine = engine;
    this.inquiry = new Inquiry(engine.deployment());
  }

  Outcome of(UUID datTxn) {
    boolean doubtful = engine.doubts().contains(datTxn); // asked first: it may end meanwhile
    Outcome found =
        engine.run(
            engine.journal().isPresent() ? inquiry.outcome(datTxn) : inquiry.byMarkers(datTxn),
            engine.settings().settle());
    if (found == Outcome.COMMITTED || found == Outcome.ABORTED) {
      engine.doubts().settled(datTxn);
    }
    // J2: a decision that was sent may land later, so nothing that is missing proves anything.
    return found == Outcome.UNKNOWN && doubtful ? Outcome.IN_DOUBT : found;
  }
}
