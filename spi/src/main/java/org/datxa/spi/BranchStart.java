package org.datxa.spi;

import java.time.Duration;
import java.util.Objects;
import java.util.UUID;

/**
 * What a branch is told when it begins.
 *
 * @param datTxn the meta-transaction
 * @param readOnly whether the application said that it only reads; writes are then refused
 * @param timeout how long the work may take before it is rolled back
 */
public record BranchStart(UUID datTxn, boolean readOnly, Duration timeout) {
  /**
   * Checks that nothing is missing.
   *
   * @param datTxn the meta-transaction
   * @param readOnly whether the application said that it only reads; writes are then refused
   * @param timeout how long the work may take before it is rolled back
   */
  public BranchStart {
    Objects.requireNonNull(datTxn, "datTxn");
    Objects.requireNonNull(timeout, "timeout");
  }
}
