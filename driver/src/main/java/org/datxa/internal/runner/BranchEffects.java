package org.datxa.internal.runner;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.datxa.internal.protocol.Effect;
import org.datxa.internal.protocol.Reply;
import org.datxa.journal.JournalRecord;
import org.datxa.spi.Branch;
import org.datxa.spi.DecisionWrite;
import org.datxa.spi.Gid;
import org.datxa.spi.PostDecisionBranch;
import org.datxa.spi.Resolution;
import org.datxa.spi.Staged;
import org.datxa.spi.TwoPhaseBranch;

/** Performs effects on the branches that this process has in hand. */
final class BranchEffects {
  private final Map<String, Branch> branches;
  private final ProcessTime time;
  private final java.util.function.Function<JournalRecord, DecisionWrite> decision;
  private final Map<String, Long> clockOffset = new ConcurrentHashMap<>();

  BranchEffects(
      Map<String, Branch> branches,
      ProcessTime time,
      java.util.function.Function<JournalRecord, DecisionWrite> decision) {
    this.branches = Map.copyOf(branches);
    this.time = time;
    this.decision = decision;
  }

  Reply<?> perform(Effect.OnBranch<?> effect) {
    Branch branch = branches.get(effect.store());
    if (effect instanceof Effect.RollbackWork) {
      return Replies.storeAction(branch::rollback);
    }
    if (effect instanceof Effect.Stage it) {
      return Replies.store(() -> stage((PostDecisionBranch) branch, it));
    }
    return twoPhase((TwoPhaseBranch) branch, effect);
  }

  private Reply<?> twoPhase(TwoPhaseBranch branch, Effect.OnBranch<?> effect) {
    if (effect instanceof Effect.Inspect) {
      return Replies.store(branch::inspect);
    }
    if (effect instanceof Effect.Prepare it) {
      return Replies.storeAction(() -> branch.prepare(it.gid(), it.stamp()));
    }
    if (effect instanceof Effect.CommitLocally it) {
      return Replies.storeAction(() -> branch.commit(it.stamp()));
    }
    if (effect instanceof Effect.CommitDeciding it) {
      DecisionWrite write = decision.apply(it.record());
      return Replies.storeAction(() -> branch.commitDeciding(it.stamp(), write));
    }
    return Replies.storeAction(branch::endReading);
  }

  private Staged stage(PostDecisionBranch branch, Effect.Stage effect)
      throws org.datxa.spi.error.StoreException {
    Staged staged = branch.stage(effect.stamp());
    clockOffset.put(effect.store(), staged.clockMillis() - time.nanos() / 1_000_000);
    return staged;
  }

  Reply<Long> stagedClock(String store) {
    Long offset = clockOffset.get(store);
    return offset == null
        ? Replies.notHere(store)
        : new Reply.Done<>(offset + time.nanos() / 1_000_000);
  }

  /**
   * Ends a prepared branch on the connection that prepared it, if it is one of ours.
   *
   * @return the reply, or null when there is no such branch or it is not known to be finished
   */
  Reply<Resolution> finish(Gid gid, boolean commit) {
    if (!(branches.get(gid.store()) instanceof TwoPhaseBranch branch)
        || !branch.datTxn().equals(gid.datTxn())) {
      return null;
    }
    Reply<Resolution> reply =
        Replies.store(() -> commit ? branch.commitPrepared() : branch.rollbackPrepared());
    return reply.isDone() ? reply : null;
  }
}
