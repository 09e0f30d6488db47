package org.datxa.journal;

import org.datxa.spi.ErrorKind;

/** The journal certainly did not write and never will: it could not be reached, or it refused. */
public class JournalRefused extends JournalException {
  private static final long serialVersionUID = 1L;

  /** What the refusal means for the caller. */
  private final ErrorKind kind;

  /**
   * A refusal.
   *
   * @param message what happened, without secrets
   * @param cause the client's own exception, or null
   */
  public JournalRefused(String message, Throwable cause) {
    super(message, cause);
    this.kind = JournalErrors.kind(cause);
  }

  /**
   * What the refusal means.
   *
   * @return the kind; TRANSIENT when nothing is known
   */
  public ErrorKind kind() {
    return kind;
  }
}
