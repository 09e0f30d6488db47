package org.datxa.lab;

/** Something of the lab did not start, did not answer in time, or answered an error. */
public class LabException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message what went wrong
   */
  public LabException(String message) {
    super(message);
  }

  /**
   * Creates the exception.
   *
   * @param message what went wrong
   * @param cause why, or null
   */
  public LabException(String message, Throwable cause) {
    super(message, cause);
  }
}
