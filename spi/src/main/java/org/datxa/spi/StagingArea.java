package org.datxa.spi;

import java.util.List;
import java.util.UUID;
import org.datxa.spi.error.StoreException;

/**
 * Where a post-decision store keeps files that no table names yet. Their path carries the id of the
 * journal and the {@code dat_txn}; only paths of the store's own journal are ever listed here. Rule
 * C3 of SPEC.md.
 */
public interface StagingArea {
  /**
   * Files of one meta-transaction in one place.
   *
   * @param datTxn the meta-transaction that the path names
   * @param place the table or folder, for messages and for {@link #discard}
   * @param newestMillis when the newest of the files was written, in milliseconds since 1970
   */
  record Leftover(UUID datTxn, String place, long newestMillis) {}

  /**
   * Lists what lies there, committed or not.
   *
   * @return one entry for each meta-transaction and place
   * @throws StoreException when it cannot be listed whole
   */
  List<Leftover> list() throws StoreException;

  /**
   * Whether the place itself shows that the meta-transaction was applied: its marker, or a retained
   * snapshot that names one of the files.
   *
   * @param leftover what was listed
   * @return true if any of it was applied
   * @throws StoreException when it cannot be told
   */
  boolean applied(Leftover leftover) throws StoreException;

  /**
   * Deletes the files that no retained snapshot or reference names.
   *
   * @param leftover what was listed; the caller has proof that it can never be decided any more
   * @throws StoreException when something may be left
   */
  void discard(Leftover leftover) throws StoreException;
}
