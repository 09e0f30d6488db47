package org.datxa.lab.drevo.graph;

/** An answer of the server that is an error, as a client sees it: a code and a message. */
public final class DrevoFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** What kind of failure it is. */
  private final String code;

  /**
   * Makes a failure.
   *
   * @param code the code, for example {@code Neo.ClientError.Statement.SyntaxError}
   * @param message the message
   */
  public DrevoFailure(String code, String message) {
    super(message);
    this.code = code;
  }

  /**
   * The code.
   *
   * @return the code
   */
  public String code() {
    return code;
  }
}
