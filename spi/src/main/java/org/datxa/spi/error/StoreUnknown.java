package org.datxa.spi.error;

/** The answer was lost: the effect may be there now, later, or never. Rule E2 of SPEC.md. */
public final class StoreUnknown extends StoreException {
  private static final long serialVersionUID = 1L;

  /**
   * A lost answer.
   *
   * @param store the store
   * @param message what was asked, without secrets
   * @param cause the client's own exception, or null
   */
  public StoreUnknown(String store, String message, Throwable cause) {
    super(store, message, cause);
  }
}
