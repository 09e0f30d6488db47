package org.datxa.bridge.iceberg.internal;

/** One attempt certainly took no effect: somebody else changed the table first. */
final class AttemptLost extends RuntimeException {
  private static final long serialVersionUID = 1L;

  AttemptLost(String message, Throwable cause) {
    super(message, cause);
  }
}
