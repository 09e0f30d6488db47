package org.datxa.spi;

import java.util.List;
import java.util.UUID;
import org.datxa.spi.error.StoreException;

/**
 * A store that can prepare now and commit later, from anywhere.
 *
 * <p>What finishes or settles uses connections reserved for it, so that a pool full of working
 * transactions cannot keep locks from being released.
 */
public interface TwoPhaseStore extends Store {
  @Override
  TwoPhaseBranch begin(BranchStart start) throws StoreException;

  /**
   * Lists the prepared branches of this store: those of the current database whose gid is well
   * formed and names this store. Everything else that the server lists is somebody else's (rule R2
   * of SPEC.md). Reads the primary.
   *
   * @return the branches, in no order; a complete list or none
   * @throws StoreException when the list cannot be had whole
   */
  List<PreparedBranch> listPrepared() throws StoreException;

  /**
   * Commits a prepared branch, from any process. Where the gid is not listed any more, the marker
   * is read after the list, in a statement of its own (rule P1 of SPEC.md). A gid that is busy is
   * refused as transient (rule P2).
   *
   * @param gid a gid of this store
   * @return how it ended
   * @throws StoreException when it is not known to be finished
   */
  Resolution commitPrepared(Gid gid) throws StoreException;

  /**
   * Rolls a prepared branch back, from any process. A gid that is not listed is done, unless its
   * marker is there.
   *
   * @param gid a gid of this store
   * @return how it ended
   * @throws StoreException when it is not known to be finished
   */
  Resolution rollbackPrepared(Gid gid) throws StoreException;

  /**
   * Reads the marker of a meta-transaction. What is answered other than {@link Marker#ABSENT}
   * outlives a crash and a fail-over of the store: where a row may be read before it is replicated,
   * the implementer changes the row and answers after that was acknowledged (rule J7 of SPEC.md).
   * The same holds where {@link #commitPrepared} and {@link #rollbackPrepared} answer by the
   * marker.
   *
   * @param datTxn the meta-transaction
   * @return what is there
   * @throws StoreException when it cannot be read, or is not known to last
   */
  Marker marker(UUID datTxn) throws StoreException;

  /**
   * Settles a one-phase commit whose answer was lost, by inserting a tombstone under the marker's
   * own unique key. It waits, up to a lock timeout, for a session that may still commit. Repeating
   * it gives the same answer. Rule C1 of SPEC.md.
   *
   * @param datTxn the meta-transaction
   * @return {@link Marker#APPLIED} or {@link Marker#TOMBSTONE}
   * @throws StoreException unknown or refused when it could not be settled within the lock timeout
   */
  Marker settle(UUID datTxn) throws StoreException;

  /**
   * Whether this store stops other writers while something is prepared, so that it prepares last
   * and commits first.
   *
   * @return true for stores with such a fence
   */
  boolean preparesLast();

  /**
   * Whether a branch can carry the journal's decision in its own commit.
   *
   * @return true if {@link TwoPhaseBranch#commitDeciding} works here
   */
  boolean carriesDecision();
}
