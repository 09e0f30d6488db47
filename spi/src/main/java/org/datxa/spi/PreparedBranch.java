package org.datxa.spi;

import java.util.Objects;

/**
 * A branch that a store lists as prepared.
 *
 * @param gid its identity
 * @param ageMillis how long ago it was prepared, by the clock of the store itself
 */
public record PreparedBranch(Gid gid, long ageMillis) {
  /**
   * Checks that nothing is missing.
   *
   * @param gid its identity
   * @param ageMillis how long ago it was prepared, by the clock of the store itself
   */
  public PreparedBranch {
    Objects.requireNonNull(gid, "gid");
  }
}
