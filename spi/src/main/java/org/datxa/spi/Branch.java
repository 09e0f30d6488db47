package org.datxa.spi;

import java.util.UUID;
import org.datxa.spi.error.StoreException;

/**
 * What one meta-transaction does in one store, while the process that began it still has it in
 * hand.
 *
 * <p><b>Termination.</b> The engine ends every branch with exactly one {@link #release()}, after
 * its outcome is known or was given to recovery. From then on the branch's handles refuse
 * everything but {@code close()}.
 *
 * <p><b>Concurrency.</b> One thread at a time, with one exception: {@link #rollback()} may come
 * from another thread while a statement of the application runs; it ends that statement.
 */
public interface Branch {
  /**
   * The meta-transaction that this branch belongs to.
   *
   * @return its identity
   */
  UUID datTxn();

  /**
   * The store that this branch is in.
   *
   * @return the name of the store
   */
  String store();

  /**
   * Gives up work that is neither prepared nor decided: rolls the local transaction back, or drops
   * buffered rows and deletes exactly the files this branch staged. Repeating it is harmless.
   *
   * @throws StoreException refused when something of it is left (recovery then cleans it), unknown
   *     when the answer was lost
   */
  void rollback() throws StoreException;

  /**
   * Gives everything back that the branch held in this process: connections, buffers. Never blocks
   * for long and never throws. What is prepared or decided is not touched; an open local
   * transaction is rolled back by it.
   */
  void release();
}
