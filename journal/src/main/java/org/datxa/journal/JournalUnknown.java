package org.datxa.journal;

/**
 * The answer was lost: the record may be written now, later, or never. Settle it with another
 * write. J1.
 */
public final class JournalUnknown extends JournalException {
  private static final long serialVersionUID = 1L;

  /**
   * A lost answer.
   *
   * @param message what was asked
   * @param cause the client's own exception, or null
   */
  public JournalUnknown(String message, Throwable cause) {
    super(message, cause);
  }
}
