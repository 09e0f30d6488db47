package org.datxa;

import java.util.Set;
import java.util.UUID;

/**
 * A commit that was decided. A pending one is committed too: never run the work again.
 *
 * @param datTxn the meta-transaction
 * @param how how far it is
 * @param pending the stores that are still being rolled forward by recovery
 */
public record Commit(UUID datTxn, How how, Set<String> pending) {
  /** How far a decided meta-transaction is. */
  public enum How {
    /** Nothing was written anywhere. */
    ONLY_READ,
    /** Every store holds the data. */
    COMMITTED,
    /** Decided; recovery finishes the rest. */
    COMMITTED_PENDING
  }

  /** Copies the set. */
  public Commit {
    pending = Set.copyOf(pending);
  }

  /**
   * Whether some store is still being rolled forward.
   *
   * @return true if recovery has something to do
   */
  public boolean isPending() {
    return how == How.COMMITTED_PENDING;
  }
}
