package org.datxa.journal;

/**
 * Somebody else moved the record, or wrote it first. Nothing was written. Read it and go on from
 * there.
 */
public final class JournalConflict extends JournalException {
  private static final long serialVersionUID = 1L;

  /**
   * A lost compare-and-set.
   *
   * @param message which record and what was expected
   * @param cause the client's own exception, or null
   */
  public JournalConflict(String message, Throwable cause) {
    super(message, cause);
  }
}
