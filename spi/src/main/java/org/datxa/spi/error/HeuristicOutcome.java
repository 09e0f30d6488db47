package org.datxa.spi.error;

/** A store broke its promise, or somebody decided behind our back. A human is needed. */
public final class HeuristicOutcome extends DatXaException {
  private static final long serialVersionUID = 1L;

  /**
   * A heuristic outcome.
   *
   * @param what what was found
   * @param where what it is about
   * @param cause the store's answer, or null
   */
  public HeuristicOutcome(String what, Where where, Throwable cause) {
    super(what, where, cause);
  }
}
