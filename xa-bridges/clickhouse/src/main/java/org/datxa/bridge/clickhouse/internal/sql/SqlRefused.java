package org.datxa.bridge.clickhouse.internal.sql;

/** A statement that cannot be taken into a transaction, by name. */
public final class SqlRefused extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * A refused statement.
   *
   * @param message what is refused and what to do
   */
  public SqlRefused(String message) {
    super(message);
  }

  /**
   * A refused statement.
   *
   * @param message what is refused and what to do
   * @param cause how it was found
   */
  public SqlRefused(String message, Throwable cause) {
    super(message, cause);
  }
}
