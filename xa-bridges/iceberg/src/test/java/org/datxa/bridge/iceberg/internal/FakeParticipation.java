package org.datxa.bridge.iceberg.internal;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.datxa.spi.Branch;
import org.datxa.spi.BranchStart;
import org.datxa.spi.Participation;
import org.datxa.spi.error.DatXaException.Where;
import org.datxa.spi.error.HandleRefused;

/** Transactions by hand: one current at a time, for whichever thread asks. */
final class FakeParticipation implements Participation {
  private StoreFixture fixture;
  private IcebergBranch current;
  private boolean rollbackOnly;

  void use(StoreFixture newFixture) {
    fixture = newFixture;
  }

  IcebergBranch begin() {
    return begin(false);
  }

  IcebergBranch begin(boolean readOnly) {
    BranchStart start = new BranchStart(UUID.randomUUID(), readOnly, Duration.ofMinutes(1));
    current = (IcebergBranch) fixture.store().begin(start);
    rollbackOnly = false;
    return current;
  }

  /** Another transaction, or none, becomes the current one. */
  void switchTo(IcebergBranch other) {
    current = other;
    rollbackOnly = false;
  }

  void setRollbackOnly() {
    rollbackOnly = true;
  }

  @Override
  public Optional<Branch> join() {
    refuseIf(rollbackOnly, "marked rollback-only");
    return Optional.ofNullable(current);
  }

  @Override
  public void requireUsable(Branch branch) {
    refuseIf(branch != current, "the handle belongs to " + branch.datTxn());
    refuseIf(rollbackOnly, "marked rollback-only");
  }

  @Override
  public void requireOutside() {
    refuseIf(current != null, "the handle was made outside any transaction");
  }

  private static void refuseIf(boolean yes, String why) {
    if (yes) {
      throw new HandleRefused(why, new Where(null, "lake", "take a new handle."), null);
    }
  }

  @Override
  public void rollbackOnly(Branch branch, Throwable cause) {
    rollbackOnly = true;
  }

  @Override
  public <T, X extends Exception> T alone(AloneWork<T, X> work) throws X {
    IcebergBranch branch =
        (IcebergBranch)
            fixture.store().begin(new BranchStart(UUID.randomUUID(), false, Duration.ofMinutes(1)));
    T result = work.run(branch);
    fixture.commit(branch);
    return result;
  }
}
