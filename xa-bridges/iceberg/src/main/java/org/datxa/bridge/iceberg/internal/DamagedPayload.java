package org.datxa.bridge.iceberg.internal;

/** Bytes that no version of this module wrote, or that were changed since. */
final class DamagedPayload extends RuntimeException {
  private static final long serialVersionUID = 1L;

  DamagedPayload(String what, Throwable cause) {
    super("The payload is damaged: " + what, cause);
  }
}
