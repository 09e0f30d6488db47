package org.datxa.spi;

import java.util.Optional;
import org.datxa.spi.error.HandleRefused;

/**
 * How the facades of one store take part in the transaction that the calling thread is in. The
 * driver implements it; a store gets one of its own when it is opened.
 *
 * <p><b>Concurrency.</b> Any thread; each sees the transaction that it is associated with.
 */
public interface Participation {
  /**
   * The branch of the current transaction in this store, begun and enlisted if it has none yet.
   *
   * @return the branch, or empty outside any transaction
   * @throws HandleRefused if there is a transaction that takes no more work: marked rollback-only,
   *     ended or completed; or if the branch could not be begun
   */
  Optional<Branch> join();

  /**
   * Called by a handle before each piece of work: refuses unless the handle's branch belongs to the
   * transaction that the calling thread is in now, and that still takes work.
   *
   * @param branch the branch that the handle was made for
   * @throws HandleRefused saying which transaction the handle belongs to and what to do
   */
  void requireUsable(Branch branch);

  /**
   * Called by a handle that was made outside any transaction before each piece of work: refuses
   * when the calling thread is in a transaction now.
   *
   * @throws HandleRefused saying so
   */
  void requireOutside();

  /**
   * Makes sure that the branch's transaction can only be rolled back, for example because the local
   * transaction below it was found gone.
   *
   * @param branch the branch
   * @param cause why
   */
  void rollbackOnly(Branch branch, Throwable cause);

  /**
   * Runs a piece of work as a meta-transaction of one branch, outside any transaction.
   *
   * @param work the work; it gets the branch and is run once
   * @param <T> what the work gives back
   * @param <X> what the work may throw; the branch is then rolled back
   * @return what the work gave back, once it is committed (or decided and pending)
   * @throws X what the work threw
   * @throws org.datxa.spi.error.Aborted if it could not be committed
   * @throws org.datxa.spi.error.InDoubt if it is not known whether it was committed
   */
  <T, X extends Exception> T alone(AloneWork<T, X> work) throws X;

  /**
   * A piece of work in one branch.
   *
   * @param <T> what it gives back
   * @param <X> what it may throw
   */
  @FunctionalInterface
  interface AloneWork<T, X extends Exception> {
    /**
     * Does the work.
     *
     * @param branch the branch, begun for this work
     * @return any result
     * @throws X to have the branch rolled back
     */
    T run(Branch branch) throws X;
  }
}
