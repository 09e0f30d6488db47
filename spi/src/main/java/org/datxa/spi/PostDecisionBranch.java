package org.datxa.spi;

import org.datxa.spi.error.StoreException;

/**
 * A branch in a store that cannot prepare. Work is buffered or staged where readers do not see it.
 */
public interface PostDecisionBranch extends Branch {
  /**
   * Whether there is anything to stage.
   *
   * @return false if the branch only read
   */
  boolean wrote();

  /**
   * Brings the work into its final form: closes files, encodes rows, fills in the stamp, cuts
   * chunks, and checks against the store everything that could make an apply fail. Called once,
   * before the decision; it may take long and holds no locks. {@link #rollback()} still undoes it.
   *
   * @param stamp the stamp of the meta-transaction
   * @return the staged work
   * @throws StoreException refused when the work cannot be applied; unknown counts as refused, as
   *     nothing of it is visible
   */
  Staged stage(Stamp stamp) throws StoreException;
}
