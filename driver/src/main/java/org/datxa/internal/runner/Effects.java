package org.datxa.internal.runner;

import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.datxa.internal.protocol.Effect;
import org.datxa.internal.protocol.Event;
import org.datxa.internal.protocol.Reply;
import org.datxa.journal.Journal;
import org.datxa.spi.Branch;
import org.datxa.spi.Gid;
import org.datxa.spi.Store;

/** Performs effects on real stores and a real journal. */
public final class Effects {
  private final StoreEffects stores;
  private final JournalEffects journalEffects;
  private final Journal journal;
  private final HybridClock clock;
  private final ProcessTime time;
  private final Consumer<Event> listener;

  /**
   * Effects of a process.
   *
   * @param stores the configured stores
   * @param journal the journal, or null
   * @param clock the hybrid clock
   * @param time the clocks of the process
   * @param listener told of events
   */
  public Effects(
      Map<String, Store> stores,
      Journal journal,
      HybridClock clock,
      ProcessTime time,
      Consumer<Event> listener) {
    this.stores = new StoreEffects(stores);
    this.journalEffects = new JournalEffects(journal, time);
    this.journal = journal;
    this.clock = clock;
    this.time = time;
    this.listener = listener;
  }

  /**
   * A performer for one program.
   *
   * @param branches the branches in hand; empty for recovery
   * @param deadline how long repetitions may go on
   * @return the performer
   */
  public Performer performer(Map<String, Branch> branches, Duration deadline) {
    BranchEffects inHand =
        new BranchEffects(branches, time, record -> journal.decision(journalEffects.timed(record)));
    Patience patience =
        new Patience(time, () -> ThreadLocalRandom.current().nextDouble(), deadline);
    return new One(inHand, patience);
  }

  private final class One implements Performer {
    private final BranchEffects branches;
    private final Patience patience;

    One(BranchEffects branches, Patience patience) {
      this.branches = branches;
      this.patience = patience;
    }

    @Override
    @SuppressWarnings("unchecked") // each effect is answered with a reply of its own type
    public <R> Reply<R> perform(Effect<R> effect) {
      try {
        return (Reply<R>) dispatch(effect);
      } catch (RuntimeException | Error e) {
        return new Reply.Unknown<>(e); // whatever it was, it proves nothing about the effect
      }
    }

    private Reply<?> dispatch(Effect<?> effect) {
      if (effect instanceof Effect.OnBranch<?> it) {
        return branches.perform(it);
      }
      if (effect instanceof Effect.OnJournal<?> it) {
        return journalEffects.perform(it);
      }
      if (effect instanceof Effect.OnStore<?> it) {
        return onStore(it);
      }
      return onProcess((Effect.OnProcess<?>) effect);
    }

    private Reply<?> onStore(Effect.OnStore<?> effect) {
      Reply<?> own = null;
      if (effect instanceof Effect.CommitPrepared it) {
        own = finish(it.gid(), true);
      } else if (effect instanceof Effect.RollbackPrepared it) {
        own = finish(it.gid(), false);
      }
      return own == null ? stores.perform(effect) : own;
    }

    private Reply<?> finish(Gid gid, boolean commit) {
      return branches.finish(gid, commit);
    }

    private Reply<?> onProcess(Effect.OnProcess<?> effect) {
      if (effect instanceof Effect.TakeTime) {
        return Replies.journal(clock::next);
      }
      if (effect instanceof Effect.StagedClock it) {
        return branches.stagedClock(it.store());
      }
      if (effect instanceof Effect.Pause it) {
        return new Reply.Done<>(patience.pause(it.attempt()));
      }
      if (effect instanceof Effect.OlderThan it) {
        return new Reply.Done<>(time.millis() - it.millis() >= it.age());
      }
      if (effect instanceof Effect.Report it) {
        listener.accept(it.event());
        return new Reply.Done<>(Effect.Nothing.NOTHING);
      }
      return new Reply.Done<>(UUID.randomUUID().toString());
    }
  }
}
