package org.datxa.internal.work;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.datxa.internal.protocol.CommitProtocol;
import org.datxa.internal.protocol.Plan;
import org.datxa.internal.protocol.Plan.Participant;
import org.datxa.internal.protocol.Program;
import org.datxa.internal.protocol.Verdict;
import org.datxa.spi.Branch;
import org.datxa.spi.BranchStart;
import org.datxa.spi.Gid;
import org.datxa.spi.PostDecisionBranch;
import org.datxa.spi.PostDecisionStore;
import org.datxa.spi.Store;
import org.datxa.spi.TwoPhaseBranch;
import org.datxa.spi.TwoPhaseStore;
import org.datxa.spi.error.DatXaException.Where;
import org.datxa.spi.error.HandleRefused;
import org.datxa.spi.error.StoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A meta-transaction in this process, from begin to its verdict. Work may be done in it by one
 * thread at a time; it may be rolled back from any thread.
 */
public final class MetaTransaction {
  private static final Logger LOG = LoggerFactory.getLogger("org.datxa.engine");

  private enum Phase {
    OPEN,
    ROLLBACK_ONLY,
    ENDED,
    COMPLETED
  }

  private final Engine engine;
  private final UUID datTxn;
  private final boolean readOnly;
  private final Map<String, Branch> branches = new LinkedHashMap<>();
  private Duration timeout;
  private OptionalLong lastNanos = OptionalLong.empty();
  private Phase phase = Phase.OPEN;
  private Throwable reason;
  private WeakReference<Thread> completer = new WeakReference<>(null);

  /**
   * Begins a meta-transaction. Nothing durable happens.
   *
   * @param engine the engine
   * @param readOnly whether writes are refused
   * @param timeout how long the work may take
   */
  public MetaTransaction(Engine engine, boolean readOnly, Duration timeout) {
    this.engine = engine;
    this.datTxn = engine.newDatTxn();
    this.readOnly = readOnly;
    this.timeout = timeout;
  }

  public UUID datTxn() {
    return datTxn;
  }

  /**
   * Sets the limit that an outside manager asked for. It bounds the statements in the stores, and
   * once it has passed the work can only be rolled back.
   *
   * @param most how long the work may take from now on
   */
  public synchronized void limit(Duration most) {
    timeout = most;
    lastNanos = OptionalLong.of(engine.nanos() + most.toNanos());
  }

  /**
   * Whether the manager's limit has passed.
   *
   * @return true if it has; never without a limit
   */
  public synchronized boolean isExpired() {
    return lastNanos.isPresent() && engine.nanos() - lastNanos.getAsLong() > 0;
  }

  /**
   * The branch in a store, begun if there is none yet.
   *
   * @param store the store
   * @return the branch
   */
  public synchronized Branch branch(Store store) {
    requireOpen(store.name());
    Branch known = branches.get(store.name());
    if (known != null) {
      return known;
    }
    try {
      Branch begun = store.begin(new BranchStart(datTxn, readOnly, timeout));
      branches.put(store.name(), begun);
      return begun;
    } catch (StoreException e) {
      throw refused("No branch could be begun.", store.name(), "roll back and run it again.", e);
    }
  }

  synchronized void requireOpen(String store) {
    if (phase == Phase.OPEN && isExpired()) {
      rollbackOnly(new IllegalStateException("Its time of " + timeout + " has passed."));
    }
    switch (phase) {
      case OPEN -> {}
      case ROLLBACK_ONLY ->
          throw refused("The transaction can only be rolled back.", store, "roll it back.", reason);
      case ENDED -> throw refused("The work of the transaction has ended.", store, NEW, null);
      case COMPLETED -> throw refused("The transaction is completed.", store, NEW, null);
    }
  }

  private static final String NEW = "take a new handle in a new transaction.";

  private HandleRefused refused(String what, String store, String next, Throwable cause) {
    return new HandleRefused(what, new Where(datTxn, store, next), cause);
  }

  /**
   * The branches that may be prepared.
   *
   * @return their identities
   */
  public synchronized List<Gid> gids() {
    return branches.values().stream()
        .filter(TwoPhaseBranch.class::isInstance)
        .map(branch -> new Gid(datTxn, branch.store()))
        .toList();
  }

  /**
   * Makes sure that it can only be rolled back.
   *
   * @param cause why
   */
  public synchronized void rollbackOnly(Throwable cause) {
    if (phase == Phase.OPEN || phase == Phase.ENDED) {
      phase = Phase.ROLLBACK_ONLY;
      reason = cause;
    }
  }

  /**
   * Whether the calling thread completed it, or is at it.
   *
   * @return true if it was this one
   */
  public synchronized boolean isCompletedByThisThread() {
    return completer.refersTo(Thread.currentThread());
  }

  /** Ends the work: handles refuse until {@link #resume()}. */
  public synchronized void end() {
    phase = phase == Phase.OPEN ? Phase.ENDED : phase;
  }

  /** Takes work again after {@link #end()}. */
  public synchronized void resume() {
    phase = phase == Phase.ENDED ? Phase.OPEN : phase;
  }

  /**
   * Commits, or votes for an outside manager. What was only marked for roll-back is rolled back.
   *
   * @param vote the manager's transaction, or empty to decide here
   * @return the verdict
   */
  public Verdict commit(Optional<String> vote) {
    Map<String, Branch> mine = complete();
    if (mine == null) {
      return Verdicts.completedTwice();
    }
    Throwable cause = reason();
    engine.doubts().begin(datTxn);
    Verdict verdict;
    try {
      verdict =
          cause == null
              ? engine.run(new CommitProtocol(plan(mine, vote)).commit(), mine)
              : engine.run(rollback(mine, cause), mine);
    } catch (RuntimeException | Error e) {
      verdict = Verdicts.broken(e); // it may be decided: neither yes nor no would be true
    } finally {
      release(mine);
    }
    if (verdict instanceof Verdict.Committed committed) {
      engine.runLater(committed.afterwards());
    }
    return engine.told(datTxn, verdict);
  }

  /**
   * Rolls back. May come from any thread, while a statement runs.
   *
   * @return the verdict
   */
  public Verdict rollback() {
    Map<String, Branch> mine = complete();
    if (mine == null) {
      return Verdicts.completedTwice();
    }
    Verdict verdict;
    try {
      verdict = engine.run(rollback(mine, reason()), mine);
    } finally {
      release(mine);
    }
    return engine.told(datTxn, verdict);
  }

  // A work that swallowed a store's failure is run again for it as one that threw it.
  private Program<Verdict> rollback(Map<String, Branch> mine, Throwable cause) {
    return Verdicts.rollback(mine.keySet(), engine.failures().kind(cause), cause);
  }

  /**
   * Ends the work for good and hands its branches over, to whoever ends and releases them without
   * the engine.
   *
   * @return the branches, or empty when it is completed already
   */
  public Optional<HandedOver> handOver() {
    Map<String, Branch> mine = complete();
    return mine == null
        ? Optional.empty()
        : Optional.of(new HandedOver(List.copyOf(mine.values()), Optional.ofNullable(reason())));
  }

  /**
   * What is left of ended work.
   *
   * @param branches the branches, begun and not ended
   * @param failure why they can only be rolled back, or empty
   */
  public record HandedOver(List<Branch> branches, Optional<Throwable> failure) {
    /** Copies the list. */
    public HandedOver {
      branches = List.copyOf(branches);
    }
  }

  // The outcome stands whatever a store throws here, and the other branches are released too.
  private static void release(Map<String, Branch> mine) {
    for (Branch branch : mine.values()) {
      try {
        branch.release();
      } catch (RuntimeException e) {
        LOG.warn("The branch of {} in {} was not released.", branch.datTxn(), branch.store(), e);
      }
    }
  }

  private synchronized Throwable reason() {
    return reason;
  }

  /** Ends the work for good; null when somebody else did already. */
  private synchronized Map<String, Branch> complete() {
    if (phase == Phase.COMPLETED) {
      return null;
    }
    reason = phase == Phase.ROLLBACK_ONLY ? Verdicts.orUnknown(reason) : null;
    phase = Phase.COMPLETED;
    completer = new WeakReference<>(Thread.currentThread());
    return new LinkedHashMap<>(branches);
  }

  private Plan plan(Map<String, Branch> mine, Optional<String> vote) {
    List<Participant> participants = mine.entrySet().stream().map(this::participant).toList();
    Plan.Rules rules =
        new Plan.Rules(
            engine.journal().isPresent(),
            engine.settings().recordedIntent(),
            engine.settings().maxPayloadBytes(),
            engine.settings().minFree());
    return new Plan(datTxn, participants, rules, vote);
  }

  private Participant participant(Map.Entry<String, Branch> entry) {
    Store store = engine.store(entry.getKey());
    if (store instanceof TwoPhaseStore it) {
      boolean carries = it.carriesDecision() && engine.carriesDecision(it.name());
      return new Participant(it.name(), true, it.preparesLast(), carries, false, Optional.empty());
    }
    boolean wrote = ((PostDecisionBranch) entry.getValue()).wrote();
    return new Participant(
        store.name(), false, false, false, wrote, Engine.claim((PostDecisionStore) store));
  }
}
