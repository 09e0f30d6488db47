package org.datxa.internal;

import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.datxa.Commit;
import org.datxa.UnitOfWork;
import org.datxa.internal.protocol.BranchEnd;
import org.datxa.internal.protocol.Verdict;
import org.datxa.internal.work.MetaTransaction;
import org.datxa.internal.work.Scopes;
import org.datxa.internal.work.Verdicts;

/** A unit of work, bound to the thread that began it. */
final class ThreadUnit implements UnitOfWork {
  private final Scopes scopes;
  private final MetaTransaction work;
  private final Thread owner = Thread.currentThread();
  private boolean ended;

  ThreadUnit(Scopes scopes, MetaTransaction work) {
    this.scopes = scopes;
    this.work = work;
    scopes.enter(work);
  }

  @Override
  public UUID datTxn() {
    return work.datTxn();
  }

  @Override
  public Commit commit() {
    requireOwner();
    if (ended) {
      throw new IllegalStateException("The unit of work " + datTxn() + " is ended already.");
    }
    end();
    Verdict verdict = work.commit(Optional.empty());
    if (verdict instanceof Verdict.OnlyRead) {
      return new Commit(datTxn(), Commit.How.ONLY_READ, Set.of());
    }
    if (verdict instanceof Verdict.Committed committed) {
      return committed(committed);
    }
    throw Verdicts.exception(datTxn(), verdict);
  }

  private Commit committed(Verdict.Committed committed) {
    if (committed.heuristic()) {
      throw Verdicts.heuristic(datTxn(), committed);
    }
    Set<String> pending =
        committed.ends().stream()
            .filter(e -> e.how() == BranchEnd.How.PENDING)
            .map(BranchEnd::store)
            .collect(Collectors.toSet());
    return new Commit(
        datTxn(), pending.isEmpty() ? Commit.How.COMMITTED : Commit.How.COMMITTED_PENDING, pending);
  }

  @Override
  public void rollback() {
    requireOwner();
    if (!ended) {
      end();
      work.rollback();
    }
  }

  @Override
  public void setRollbackOnly() {
    requireOwner();
    work.rollbackOnly(new IllegalStateException("setRollbackOnly was called."));
  }

  @Override
  public void close() {
    if (!ended) {
      rollback();
    }
  }

  private void end() {
    ended = true;
    scopes.leave(work);
  }

  private void requireOwner() {
    if (Thread.currentThread() != owner) {
      throw new IllegalStateException(
          "The unit of work "
              + datTxn()
              + " belongs to the thread "
              + owner.getName()
              + ". Work in it and end it there.");
    }
  }
}
