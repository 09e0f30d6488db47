package org.datxa.bridge.drevo;

import java.util.Objects;
import org.datxa.spi.ErrorKind;

/** A statement failed. The transaction that it was part of can only be rolled back. */
public final class DrevoException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What the failure means for the caller. */
  private final ErrorKind kind;

  /** The code of the server, or empty. */
  private final String code;

  /**
   * A failed statement.
   *
   * @param kind what it means for the caller
   * @param code the code of the server, or empty when it did not answer
   * @param message what happened, without secrets
   * @param cause the client's own exception, or null
   */
  public DrevoException(ErrorKind kind, String code, String message, Throwable cause) {
    super(message, cause);
    this.kind = Objects.requireNonNull(kind, "kind");
    this.code = Objects.requireNonNull(code, "code");
  }

  /**
   * What the failure means.
   *
   * @return the kind
   */
  public ErrorKind kind() {
    return kind;
  }

  /**
   * The code of the server.
   *
   * @return for example {@code Neo.ClientError.Statement.SyntaxError}; empty when it did not answer
   */
  public String code() {
    return code;
  }
}
