package org.datxa.journal;

/** The journal certainly did not write and never will: it could not be reached, or it refused. */
public class JournalRefused extends JournalException {
  private static final long serialVersionUID = 1L;

  /**
   * A refusal.
   *
   * @param message what happened, without secrets
   * @param cause the client's own exception, or null
   */
  public JournalRefused(String message, Throwable cause) {
    super(message, cause);
  }
}
