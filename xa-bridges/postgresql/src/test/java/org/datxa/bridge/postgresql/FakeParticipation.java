package org.datxa.bridge.postgresql;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.datxa.spi.Branch;
import org.datxa.spi.Participation;
import org.datxa.spi.error.DatXaException.Where;
import org.datxa.spi.error.HandleRefused;

/** A transaction manager reduced to one variable: the transaction that everybody is in now. */
public final class FakeParticipation implements Participation {
  private final List<Throwable> causes = new ArrayList<>();
  private Branch current;
  private boolean rollbackOnly;

  /** From now on everybody is in the transaction of this branch; null for none. */
  public void enter(Branch branch) {
    current = branch;
    rollbackOnly = false;
    causes.clear();
  }

  /** Why the current transaction can only be rolled back. */
  public List<Throwable> causes() {
    return causes;
  }

  public boolean isRollbackOnly() {
    return rollbackOnly;
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
    if (branch != current) {
      throw refused("The handle belongs to " + branch.datTxn() + ".");
    }
    if (rollbackOnly) {
      throw refused("The transaction can only be rolled back.");
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
    throw new UnsupportedOperationException();
  }

  private static HandleRefused refused(String what) {
    return new HandleRefused(what, new Where(null, null, "take a new handle."), null);
  }
}
