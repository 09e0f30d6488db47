package org.datxa.internal;

import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.datxa.Outcome;
import org.datxa.internal.protocol.Settlement;
import org.datxa.internal.work.Engine;
import org.datxa.journal.JournalException;
import org.datxa.journal.JournalRecord;
import org.datxa.spi.Marker;
import org.datxa.spi.Store;
import org.datxa.spi.TwoPhaseStore;
import org.datxa.spi.error.StoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers what became of a meta-transaction, from the journal and, beyond its memory, from markers.
 */
final class Outcomes {
  private static final Logger LOG = LoggerFactory.getLogger("org.datxa.outcome");

  private final Engine engine;
  private final Map<String, Store> stores;

  Outcomes(Engine engine, Map<String, Store> stores) {
    this.engine = engine;
    this.stores = stores;
  }

  Outcome of(UUID datTxn) {
    if (engine.journal().isEmpty()) {
      return byMarkers(datTxn);
    }
    try {
      Optional<JournalRecord> found = engine.journal().get().find(datTxn);
      return found.map(this::byRecord).orElseGet(() -> byMarkers(datTxn));
    } catch (JournalException e) {
      LOG.warn("The journal cannot tell what became of {}.", datTxn, e);
      return Outcome.IN_DOUBT;
    }
  }

  private Outcome byRecord(JournalRecord record) {
    // J7: what can be read may still not be replicated, and a fail-over may take it back. Only the
    // record as it stands after a change of it was acknowledged tells the outcome.
    Settlement.Settled settled =
        engine.run(Settlement.acknowledge(record), engine.settings().settle());
    if (!(settled instanceof Settlement.Settled.Ours ours)) {
      return Outcome.IN_DOUBT;
    }
    return switch (ours.record().state()) {
      case ACTIVE, PREPARED -> Outcome.IN_DOUBT;
      case COMMITTED -> Outcome.PENDING;
      case DONE -> Outcome.COMMITTED;
      case ABORTED -> Outcome.ABORTED;
    };
  }

  // J2: a missing record says nothing by itself; a marker proves the commit.
  private Outcome byMarkers(UUID datTxn) {
    boolean asked = true;
    for (Store store : stores.values()) {
      if (store instanceof TwoPhaseStore it) {
        try {
          Marker marker = it.marker(datTxn);
          if (marker == Marker.APPLIED) {
            return Outcome.COMMITTED;
          }
          if (marker == Marker.TOMBSTONE) {
            return Outcome.ABORTED;
          }
        } catch (StoreException e) {
          LOG.warn("Store {} cannot tell what became of {}.", it.name(), datTxn, e);
          asked = false;
        }
      }
    }
    return asked ? Outcome.UNKNOWN : Outcome.IN_DOUBT;
  }
}
