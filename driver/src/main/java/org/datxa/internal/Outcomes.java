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
    return engine.run(
        engine.journal().isPresent() ? inquiry.outcome(datTxn) : inquiry.byMarkers(datTxn),
        engine.settings().settle());
  }
}
