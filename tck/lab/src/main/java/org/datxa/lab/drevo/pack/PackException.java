package org.datxa.lab.drevo.pack;

/** Bytes that are no PackStream, or a value that it does not know. */
public final class PackException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  PackException(String message) {
    super(message);
  }
}
