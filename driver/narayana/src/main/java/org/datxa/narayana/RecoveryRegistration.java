package org.datxa.narayana;

import java.util.concurrent.atomic.AtomicBoolean;

/** DatXA's part in the recovery of a transaction manager, until it is closed. */
public final class RecoveryRegistration implements AutoCloseable {
  private final Runnable remove;
  private final AtomicBoolean closed = new AtomicBoolean();

  RecoveryRegistration(Runnable remove) {
    this.remove = remove;
  }

  /**
   * Ends it. Narayana waits for a scan that uses the resource to end, so that the deployment can be
   * closed after this returns. Closing twice does nothing.
   */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      remove.run();
    }
  }
}
