package org.datxa.spi;

import java.util.List;
import java.util.Optional;
import org.datxa.spi.error.StoreException;

/**
 * A two-phase store whose branches an outside manager may decide directly, each enlisted as a
 * resource of its own. No journal and no marker takes part: what the store lists as prepared, or
 * remembers of its own accord, is all there is to know (rule X5 of SPEC.md).
 */
public interface ForeignStore extends TwoPhaseStore {
  @Override
  ForeignBranch begin(BranchStart start) throws StoreException;

  /**
   * Lists the prepared branches of the current database whose identity begins with a text. Reads
   * the primary. Entries that are no legal {@link ForeignGid} are somebody else's and left out.
   *
   * @param prefix what the identities begin with
   * @return their identities, in no order; a complete list or none
   * @throws StoreException when the list cannot be had whole
   */
  List<ForeignGid> listForeign(String prefix) throws StoreException;

  /**
   * Commits a prepared branch, from any process.
   *
   * @param gid its identity
   * @return done if it was prepared and is committed now; a heuristic end where the store remembers
   *     that it, or an operator, ended it otherwise; empty if nothing of that identity is prepared,
   *     which does not tell how it ended
   * @throws StoreException when none of these is certain; it may still be prepared
   */
  Optional<Resolution> commitForeign(ForeignGid gid) throws StoreException;

  /**
   * Rolls a prepared branch back, from any process.
   *
   * @param gid its identity
   * @return done if it is rolled back; a heuristic end where the store remembers that it, or an
   *     operator, ended it otherwise; empty if nothing of that identity is prepared, which does not
   *     tell how it ended
   * @throws StoreException when none of these is certain; it may still be prepared
   */
  Optional<Resolution> rollbackForeign(ForeignGid gid) throws StoreException;
}
