package org.datxa.internal.runner;

import java.util.Map;
import java.util.function.Function;
import org.datxa.internal.protocol.Effect;
import org.datxa.internal.protocol.Reply;
import org.datxa.spi.PostDecisionStore;
import org.datxa.spi.StagingArea;
import org.datxa.spi.Store;
import org.datxa.spi.TwoPhaseStore;
import org.datxa.spi.error.StoreException;

/** Performs effects on the configured stores, from any process. */
final class StoreEffects {
  private final Map<String, Store> stores;

  StoreEffects(Map<String, Store> stores) {
    this.stores = Map.copyOf(stores);
  }

  Reply<?> perform(Effect.OnStore<?> effect) {
    Store store = stores.get(effect.store());
    if (store == null) {
      return Replies.notHere(effect.store());
    }
    if (effect instanceof Effect.FreeBytes) {
      return Replies.store(store::freeBytes);
    }
    if (store instanceof TwoPhaseStore it) {
      return twoPhase(it, effect);
    }
    return postDecision((PostDecisionStore) store, effect);
  }

  private static Reply<?> twoPhase(TwoPhaseStore store, Effect.OnStore<?> effect) {
    if (effect instanceof Effect.CommitPrepared it) {
      return Replies.store(() -> store.commitPrepared(it.gid()));
    }
    if (effect instanceof Effect.RollbackPrepared it) {
      return Replies.store(() -> store.rollbackPrepared(it.gid()));
    }
    if (effect instanceof Effect.ListPrepared) {
      return Replies.store(store::listPrepared);
    }
    if (effect instanceof Effect.ReadMarker it) {
      return Replies.store(() -> store.marker(it.datTxn()));
    }
    if (effect instanceof Effect.Settle it) {
      return Replies.store(() -> store.settle(it.datTxn()));
    }
    return wrongKind(store, effect);
  }

  private static Reply<?> postDecision(PostDecisionStore store, Effect.OnStore<?> effect) {
    if (effect instanceof Effect.Apply it) {
      return Replies.storeAction(() -> store.apply(it.branch(), it.chunk(), it.claim()));
    }
    if (effect instanceof Effect.Probe it) {
      return Replies.store(() -> store.probe(it.branch()));
    }
    if (effect instanceof Effect.Mark it) {
      return Replies.storeAction(() -> store.mark(it.branch()));
    }
    if (effect instanceof Effect.ReadMarker it) {
      return Replies.store(() -> store.marker(it.datTxn()));
    }
    if (effect instanceof Effect.StoreClock) {
      return Replies.store(store::clockMillis);
    }
    if (effect instanceof Effect.Discard it) {
      return Replies.storeAction(() -> store.discard(it.gid().datTxn(), it.payload()));
    }
    return staging(store, effect);
  }

  private static Reply<?> staging(PostDecisionStore store, Effect.OnStore<?> effect) {
    if (effect instanceof Effect.ListStaged) {
      return inArea(store, StagingArea::list);
    }
    if (effect instanceof Effect.StagedApplied it) {
      return inArea(store, area -> area.applied(it.leftover()));
    }
    if (effect instanceof Effect.DiscardStaged it) {
      return inArea(
          store,
          area -> {
            area.discard(it.leftover());
            return Effect.Nothing.NOTHING;
          });
    }
    return wrongKind(store, effect);
  }

  /** Something done in a staging area. */
  @FunctionalInterface
  private interface InArea<R> {
    R in(StagingArea area) throws StoreException;
  }

  private static <R> Reply<R> inArea(PostDecisionStore store, InArea<R> what) {
    return store
        .stagingArea()
        .map((Function<StagingArea, Reply<R>>) area -> Replies.store(() -> what.in(area)))
        .orElseGet(() -> Replies.notHere(store.name()));
  }

  // A record may say two_phase of a store that is configured with another kind by now.
  private static Reply<?> wrongKind(Store store, Effect.OnStore<?> effect) {
    return Replies.store(
        () -> {
          throw new org.datxa.spi.error.StoreRefused(
              store.name(),
              org.datxa.spi.ErrorKind.PERMANENT,
              "it is configured with kind '"
                  + store.kind()
                  + "', which knows no "
                  + effect.getClass().getSimpleName(),
              null);
        });
  }
}
