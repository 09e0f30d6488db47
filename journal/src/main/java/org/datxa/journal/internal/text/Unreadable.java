package org.datxa.journal.internal.text;

/** A part of a row is not as this module writes it. */
final class Unreadable extends Exception {
  private static final long serialVersionUID = 1L;

  Unreadable(String message, Throwable cause) {
    super(message, cause);
  }
}
