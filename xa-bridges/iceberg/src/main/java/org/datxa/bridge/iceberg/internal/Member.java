package org.datxa.bridge.iceberg.internal;

import java.util.UUID;
import org.datxa.spi.DecidedBranch;

/**
 * One decided meta-transaction's part in one table.
 *
 * @param branch the branch
 * @param journalId the journal that decided it
 * @param staged what it does to the table
 */
record Member(DecidedBranch branch, UUID journalId, StagedTable staged) {
  UUID datTxn() {
    return branch.stamp().datTxn();
  }

  /** Whether it can share a snapshot with others of its kind. */
  boolean onlyRows() {
    return staged.steps().stream().allMatch(StagedRows.class::isInstance);
  }
}
