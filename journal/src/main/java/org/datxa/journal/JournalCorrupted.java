package org.datxa.journal;

/**
 * A record cannot be read: damaged, or changed by hand. It is reported and left alone, never
 * guessed.
 */
public final class JournalCorrupted extends JournalException {
  private static final long serialVersionUID = 1L;

  /**
   * An unreadable record.
   *
   * @param message which record and what is wrong with it
   * @param cause the parser's own exception, or null
   */
  public JournalCorrupted(String message, Throwable cause) {
    super(message, cause);
  }
}
