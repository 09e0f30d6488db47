package org.datxa.bridge.clickhouse;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.datxa.spi.Branch;
import org.datxa.spi.BranchStart;
import org.datxa.spi.Participation;
import org.datxa.spi.PostDecisionBranch;
import org.datxa.spi.error.Aborted;
import org.datxa.spi.error.DatXaException.Where;
import org.datxa.spi.error.HandleRefused;
import org.datxa.spi.error.StoreException;

/** One transaction at a time, begun and ended by the test. */
final class TestParticipation implements Participation {
  private final TestStore owner;
  private PostDecisionBranch current;

  TestParticipation(TestStore owner) {
    this.owner = owner;
  }

  PostDecisionBranch begin(boolean readOnly) {
    try {
      UUID txn = TestStore.newTxn();
      current = owner.store().begin(new BranchStart(txn, readOnly, Duration.ofMinutes(1)));
      return current;
    } catch (StoreException e) {
      throw new AssertionError(e);
    }
  }

  void suspend() {
    current = null;
  }

  @Override
  public Optional<Branch> join() {
    return Optional.ofNullable(current);
  }

  @Override
  public void requireUsable(Branch branch) {
    if (branch != current) {
      throw new HandleRefused(
          "The handle is of another transaction",
          new Where(branch.datTxn(), branch.store(), "take a new one."),
          null);
    }
  }

  @Override
  public void requireOutside() {
    if (current != null) {
      throw new HandleRefused(
          "The handle was taken outside the transaction",
          new Where(current.datTxn(), null, "take a new one."),
          null);
    }
  }

  @Override
  public void rollbackOnly(Branch branch, Throwable cause) {
    throw new AssertionError(cause);
  }

  @Override
  public <T, X extends Exception> T alone(AloneWork<T, X> work) throws X {
    PostDecisionBranch branch = begin(false);
    current = null;
    T result = work.run(branch);
    try {
      owner.finish(branch);
    } catch (StoreException e) {
      throw new Aborted(
          owner.store().classify(e), "failed", new Where(branch.datTxn(), null, "x."), e);
    }
    return result;
  }
}
