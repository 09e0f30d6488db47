package org.datxa.spi;

import org.datxa.spi.error.StoreException;

/**
 * A branch that may also be prepared for an outside manager that decides without our journal. The
 * order of calls is that of {@link TwoPhaseBranch}, with {@link #prepareForeign} in the place of
 * {@link #prepare}; afterwards it is finished through {@link ForeignStore}, or, where the answer
 * was lost, with {@link #rollbackDoubtful()}.
 */
public interface ForeignBranch extends TwoPhaseBranch {
  /**
   * Prepares, durably, in the branch's own transaction and without a marker.
   *
   * @param gid the identity to prepare under
   * @throws StoreException refused when nothing is prepared nor ever will be, also when the
   *     identity is taken; unknown otherwise
   */
  void prepareForeign(ForeignGid gid) throws StoreException;

  /**
   * Rolls back what {@link #prepareForeign} may have prepared, after an unknown answer. When it
   * returns, nothing is prepared, and a request that was held up on its way can prepare nothing any
   * more. Repeating it is harmless.
   *
   * @throws StoreException when that is not certain yet
   */
  void rollbackDoubtful() throws StoreException;
}
