package org.datxa.spi;

import org.datxa.spi.error.StoreException;

/**
 * A branch in a store that can prepare. Its order of calls: work of the application, {@link
 * #inspect()}, then one of {@link #endReading()}, {@link #commit}, {@link #commitDeciding}, or
 * {@link #prepare} followed by {@link #commitPrepared()} or {@link #rollbackPrepared()}.
 *
 * <p>A refusal from {@code prepare}, {@code commit} or {@code commitDeciding} means that nothing of
 * the branch is left in the store (rules V1 to V4 of SPEC.md).
 */
public interface TwoPhaseBranch extends Branch {
  /** What the branch did so far. */
  enum Work {
    /** Nothing that must be prepared. */
    READ_ONLY,
    /** Something, or something that cannot be told from it. */
    WROTE
  }

  /**
   * Tells whether the branch wrote. Asks the server, not the client's memory: a transaction that
   * already failed there is refused here, whether or not it wrote (rule P3 of SPEC.md).
   *
   * @return what the branch did
   * @throws StoreException refused when the transaction has failed already
   */
  Work inspect() throws StoreException;

  /**
   * Ends a branch that only read, by COMMIT, so that a store that validates reads can refuse.
   *
   * @throws StoreException refused when the reads do not hold; unknown counts as refused, as
   *     nothing was written
   */
  void endReading() throws StoreException;

  /**
   * Writes the applied marker and prepares, durably, in this order and in the branch's own
   * transaction.
   *
   * @param gid the identity to prepare under; its store is this branch's
   * @param stamp what the marker holds
   * @throws StoreException refused when nothing is prepared nor ever will be; unknown otherwise
   */
  void prepare(Gid gid, Stamp stamp) throws StoreException;

  /**
   * Writes the applied marker and commits in one phase.
   *
   * @param stamp what the marker holds
   * @throws StoreException refused when nothing is committed; unknown is settled with {@link
   *     TwoPhaseStore#settle} (rule C1 of SPEC.md)
   */
  void commit(Stamp stamp) throws StoreException;

  /**
   * Writes the applied marker, lets the journal write its decision on the same connection, and
   * commits both together. Called only when {@link TwoPhaseStore#carriesDecision()}.
   *
   * @param stamp what the marker holds
   * @param decision writes the journal's row
   * @throws StoreException refused when neither data nor decision is there; unknown otherwise
   */
  void commitDeciding(Stamp stamp, DecisionWrite decision) throws StoreException;

  /**
   * Commits what this branch prepared, on the branch's own connection where there is still one.
   *
   * @return how it ended
   * @throws StoreException when it is not known to be finished; the engine asks the store again
   *     with {@link TwoPhaseStore#commitPrepared}
   */
  Resolution commitPrepared() throws StoreException;

  /**
   * Rolls back what this branch prepared or may have prepared.
   *
   * @return how it ended
   * @throws StoreException when it is not known to be finished
   */
  Resolution rollbackPrepared() throws StoreException;
}
