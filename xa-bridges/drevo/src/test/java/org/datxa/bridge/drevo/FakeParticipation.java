package org.datxa.bridge.drevo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.datxa.spi.Branch;
import org.datxa.spi.BranchStart;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.Participation;
import org.datxa.spi.Stamp;
import org.datxa.spi.TwoPhaseBranch;
import org.datxa.spi.TwoPhaseStore;
import org.datxa.spi.error.Aborted;
import org.datxa.spi.error.DatXaException.Where;
import org.datxa.spi.error.HandleRefused;
import org.datxa.spi.error.StoreException;
import org.datxa.spi.error.StoreRefused;

/** A transaction manager reduced to one variable: the transaction that everybody is in now. */
final class FakeParticipation implements Participation {
  private final List<Throwable> causes = new ArrayList<>();
  private final List<UUID> alone = new ArrayList<>();
  private TwoPhaseStore store;
  private Branch current;
  private boolean rollbackOnly;

  void store(TwoPhaseStore made) {
    store = made;
  }

  /** From now on everybody is in the transaction of this branch; null for none. */
  void enter(Branch branch) {
    current = branch;
    rollbackOnly = false;
    causes.clear();
  }

  /** Why the current transaction can only be rolled back. */
  List<Throwable> causes() {
    return causes;
  }

  boolean isRollbackOnly() {
    return rollbackOnly;
  }

  /** The transactions of one branch that were made outside any other. */
  List<UUID> alone() {
    return alone;
  }

  @Override
  public Optional<Branch> join() {
    if (rollbackOnly) {
      throw refused("The transaction can only be rolled back.");
    }
    return Optional.ofNullable(current);
  }

  @Override
  public void requireUsable(Branch branch) {
    if (branch != current || rollbackOnly) {
      throw refused("The branch " + branch.datTxn() + " takes no work.");
    }
  }

  @Override
  public void requireOutside() {
    if (current != null) {
      throw refused("The handle was taken outside any transaction.");
    }
  }

  @Override
  public void rollbackOnly(Branch branch, Throwable cause) {
    rollbackOnly = true;
    causes.add(cause);
  }

  @Override
  public <T, X extends Exception> T alone(AloneWork<T, X> work) throws X {
    UUID datTxn = UUID.randomUUID();
    alone.add(datTxn);
    try {
      TwoPhaseBranch branch = store.begin(new BranchStart(datTxn, false, Duration.ofSeconds(30)));
      try {
        T result = work.run(branch);
        branch.inspect();
        branch.commit(new Stamp(datTxn, 88));
        return result;
      } finally {
        branch.release();
      }
    } catch (StoreException e) {
      ErrorKind kind = e instanceof StoreRefused it ? it.kind() : ErrorKind.PERMANENT;
      throw new Aborted(kind, e.getMessage(), new Where(datTxn, null, "again."), e);
    }
  }

  private static HandleRefused refused(String what) {
    return new HandleRefused(what, new Where(null, null, "take a new handle."), null);
  }
}
