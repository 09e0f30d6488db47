package org.datxa;

/**
 * A unit of work as a function. It may be run several times, each time from the start and as a new
 * meta-transaction, so it must not keep anything from an earlier run.
 *
 * @param <T> what it gives back
 * @param <X> what it may throw; the work is then rolled back
 */
@FunctionalInterface
public interface Work<T, X extends Exception> {
  /**
   * Does the work.
   *
   * @param unit the unit of work; it is committed after this returns, and refuses to be ended
   *     before
   * @return any result
   * @throws X to have everything rolled back
   */
  T run(UnitOfWork unit) throws X;
}
