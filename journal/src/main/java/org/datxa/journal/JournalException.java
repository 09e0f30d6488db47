package org.datxa.journal;

/** An answer of a journal other than a result. The subclasses say what is known. */
public abstract class JournalException extends Exception {
  private static final long serialVersionUID = 1L;

  JournalException(String message, Throwable cause) {
    super(message, cause);
  }
}
