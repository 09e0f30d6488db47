package org.datxa.internal;

import java.util.UUID;
import org.datxa.Commit;
import org.datxa.UnitOfWork;

/**
 * The unit of work as a function sees it. It may be run again, so it must not end the unit by
 * itself: what it had committed would be done twice.
 */
final class FunctionUnit implements UnitOfWork {
  private final UnitOfWork unit;

  FunctionUnit(UnitOfWork unit) {
    this.unit = unit;
  }

  @Override
  public UUID datTxn() {
    return unit.datTxn();
  }

  @Override
  public void setRollbackOnly() {
    unit.setRollbackOnly();
  }

  @Override
  public Commit commit() {
    throw ended("commit");
  }

  @Override
  public void rollback() {
    throw ended("rollback");
  }

  @Override
  public void close() {
    throw ended("close");
  }

  private IllegalStateException ended(String what) {
    return new IllegalStateException(
        "A function does not "
            + what
            + " its unit of work "
            + datTxn()
            + ": return to commit, throw or call setRollbackOnly to roll back.");
  }
}
