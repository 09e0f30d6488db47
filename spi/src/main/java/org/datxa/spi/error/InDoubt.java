package org.datxa.spi.error;

/**
 * The decision could neither be confirmed nor read back. The work must not be run again; recovery
 * decides from the journal, and {@code datxa.outcome(datTxn)} tells later.
 */
public final class InDoubt extends DatXaException {
  private static final long serialVersionUID = 1L;

  /**
   * An unknown outcome.
   *
   * @param what what was asked when the answer was lost
   * @param where what it is about
   * @param cause the last answer, or null
   */
  public InDoubt(String what, Where where, Throwable cause) {
    super(what, where, cause);
  }
}
