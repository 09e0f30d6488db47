package org.datxa.spi;

import java.util.Optional;
import java.util.UUID;
import org.datxa.spi.error.StoreException;

/**
 * A store that cannot prepare. Its work is staged before the decision and applied after it, by the
 * coordinator or by any other process, any number of times with the effect of once.
 *
 * <p><b>The engine promises</b>: {@link #apply} is called only for a decided branch; for a store
 * that {@link #needsClaim()} only by the holder of the claim, chunk by chunk in ascending order,
 * each verified with {@link #probe} before the next; never again after an unknown answer before the
 * claim was taken anew, which is after {@link Claim#quietMillis()} (rules H1 and H2 of SPEC.md).
 */
public interface PostDecisionStore extends Store {
  @Override
  PostDecisionBranch begin(BranchStart start) throws StoreException;

  /**
   * Whether only the holder of a claim may apply. A store whose apply is one atomic step that names
   * the meta-transaction needs none.
   *
   * @return true if claims are needed
   */
  boolean needsClaim();

  /**
   * How long a claim lasts.
   *
   * @return milliseconds until its deadline, at most 60,000
   */
  long claimMillis();

  /**
   * How long after the deadline of a claim the last of its statements may still be running.
   *
   * @return milliseconds: the server's own limit for a statement and a margin
   */
  long quietMillis();

  /**
   * The store's own clock, read from the store.
   *
   * @return milliseconds since 1970
   * @throws StoreException when it cannot be read
   */
  long clockMillis() throws StoreException;

  /**
   * Looks what of a branch is there. Proves absence only for chunks no statement of which can still
   * be under way.
   *
   * @param branch the branch
   * @return the evidence
   * @throws StoreException when it cannot be had; refused as permanent when the payload is damaged
   *     or its target is not the one it was staged for
   */
  Evidence probe(DecidedBranch branch) throws StoreException;

  /**
   * Applies one chunk. For a store without claims the claim is a formality and the step itself
   * makes sure that it takes effect once.
   *
   * @param branch the branch
   * @param chunk which chunk, from 0
   * @param claim the claim under which it is applied; its deadline goes with the statement
   * @throws StoreException refused when nothing of it is there nor will be; {@link
   *     org.datxa.spi.error.StoreConflict} when it can never be applied any more; unknown otherwise
   */
  void apply(DecidedBranch branch, int chunk, Claim claim) throws StoreException;

  /**
   * Writes the applied marker of the branch, after every chunk was verified. Repeating it is
   * harmless. Nothing to do for a store whose marker goes with the data.
   *
   * @param branch the branch
   * @throws StoreException when it is not known to be there
   */
  void mark(DecidedBranch branch) throws StoreException;

  /**
   * Looks for any marker of a meta-transaction, by its id alone. Asked for answers to people only,
   * when the journal has forgotten it, so it may be slow: nothing is applied or deleted by it.
   *
   * @param datTxn the meta-transaction
   * @return {@link Marker#APPLIED} when there is one, which proves that it was decided; else {@link
   *     Marker#ABSENT}, which proves nothing
   * @throws StoreException when not every place could be looked at and none was found
   */
  Marker marker(UUID datTxn) throws StoreException;

  /**
   * Deletes exactly what was staged for a branch that was aborted. Repeating it is harmless.
   *
   * @param datTxn the meta-transaction; its ABORTED record is in the journal
   * @param payload the staged work
   * @throws StoreException when something of it may be left
   */
  void discard(UUID datTxn, Payload payload) throws StoreException;

  /**
   * The staged files of this store, for the sweeper.
   *
   * @return empty for a store that stages nothing outside the journal
   */
  Optional<StagingArea> stagingArea();
}
