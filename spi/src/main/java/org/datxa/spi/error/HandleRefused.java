package org.datxa.spi.error;

/**
 * A handle was used where it must not be; nothing was done. Facades turn it into their own type.
 */
public final class HandleRefused extends DatXaException {
  private static final long serialVersionUID = 1L;

  /**
   * A refused use.
   *
   * @param what what was refused and why
   * @param where the transaction that the handle belongs to
   * @param cause the reason behind it, or null
   */
  public HandleRefused(String what, Where where, Throwable cause) {
    super(what, where, cause);
  }
}
