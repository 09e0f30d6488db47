package org.datxa;

import java.util.UUID;

/**
 * A transaction outside any transaction manager, bound to the thread that began it. Data sources,
 * tables and sessions obtained from DatXA join it by themselves. It is flat and runs once.
 *
 * <p><b>Termination.</b> {@link #commit()} or {@link #rollback()}, then {@link #close()}; closing
 * what was not committed rolls it back. Closing twice is harmless.
 *
 * <p><b>Concurrency.</b> Only the thread that began it works in it and ends it; any other is
 * refused.
 */
public interface UnitOfWork extends AutoCloseable {
  /**
   * The identity of the meta-transaction.
   *
   * @return its {@code dat_txn}
   */
  UUID datTxn();

  /**
   * Commits in every store that was written.
   *
   * @return how far it is; a pending commit is a commit
   * @throws org.datxa.spi.error.Aborted if it was rolled back everywhere
   * @throws org.datxa.spi.error.InDoubt if it is not known whether it was decided
   * @throws org.datxa.spi.error.HeuristicOutcome if it was decided and a store broke its promise
   * @throws IllegalStateException if it is ended already, or the thread is another one
   */
  Commit commit();

  /**
   * Rolls back in every store.
   *
   * @throws IllegalStateException if it was committed already, or the thread is another one
   */
  void rollback();

  /** Makes sure that it can only be rolled back. */
  void setRollbackOnly();

  @Override
  void close();
}
