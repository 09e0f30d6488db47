package org.datxa.journal;

import java.util.Objects;
import org.datxa.spi.Gid;
import org.datxa.spi.Payload;

/**
 * One branch as the journal keeps it.
 *
 * @param gid the identity of the branch; names the store
 * @param twoPhase whether its store prepares
 * @param payload the staged work of a post-decision store, else {@link Payload#NONE}
 */
public record BranchRecord(Gid gid, boolean twoPhase, Payload payload) {
  /** Checks that nothing is missing. */
  public BranchRecord {
    Objects.requireNonNull(gid, "gid");
    Objects.requireNonNull(payload, "payload");
  }

  /**
   * The store of the branch.
   *
   * @return its name
   */
  public String store() {
    return gid.store();
  }
}
