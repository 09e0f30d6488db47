package org.datxa.spi.error;

import java.util.Objects;

/**
 * An answer of a store other than a result. There are exactly two sorts: {@link StoreRefused} and
 * {@link StoreUnknown}.
 */
public abstract class StoreException extends Exception {
  private static final long serialVersionUID = 1L;

  /** The store that answered. */
  private final String store;

  StoreException(String store, String message, Throwable cause) {
    super("Store '" + store + "': " + message, cause);
    this.store = Objects.requireNonNull(store, "store");
  }

  /**
   * The store that answered.
   *
   * @return its name
   */
  public String store() {
    return store;
  }
}
