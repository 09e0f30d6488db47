package org.datxa.spi.error;

import org.datxa.spi.ErrorKind;

/**
 * A decided branch can never be applied any more, for example because an overwrite lost against a
 * concurrent writer. It becomes a heuristic outcome; it is never retried.
 */
public final class StoreConflict extends StoreRefused {
  private static final long serialVersionUID = 1L;

  /**
   * A conflict.
   *
   * @param store the store
   * @param message what was found, without secrets
   * @param cause the client's own exception, or null
   */
  public StoreConflict(String store, String message, Throwable cause) {
    super(store, ErrorKind.PERMANENT, message, cause);
  }
}
