package org.datxa.spi;

import java.util.Objects;

/**
 * The branch of a decided meta-transaction, as a finisher finds it in the journal.
 *
 * @param gid the identity of the branch
 * @param stamp the stamp of the meta-transaction
 * @param payload the staged work
 */
public record DecidedBranch(Gid gid, Stamp stamp, Payload payload) {
  /**
   * Checks that nothing is missing and that the parts belong together.
   *
   * @param gid the identity of the branch
   * @param stamp the stamp of the meta-transaction
   * @param payload the staged work
   */
  public DecidedBranch {
    Objects.requireNonNull(gid, "gid");
    Objects.requireNonNull(stamp, "stamp");
    Objects.requireNonNull(payload, "payload");
    if (!gid.datTxn().equals(stamp.datTxn())) {
      throw new IllegalArgumentException("The gid " + gid + " is not of " + stamp.datTxn());
    }
  }
}
