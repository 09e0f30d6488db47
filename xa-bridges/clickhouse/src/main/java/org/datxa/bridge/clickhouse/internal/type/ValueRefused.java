package org.datxa.bridge.clickhouse.internal.type;

/** A value that a column cannot hold without being changed. */
public final class ValueRefused extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * A refused value.
   *
   * @param message what does not fit; never the value itself where it may be long
   */
  public ValueRefused(String message) {
    super(message);
  }

  /**
   * A refused value.
   *
   * @param message what does not fit
   * @param cause how it was found
   */
  public ValueRefused(String message, Throwable cause) {
    super(message, cause);
  }

  static ValueRefused of(Object value, String type) {
    return new ValueRefused(describe(value) + " does not fit " + type);
  }

  static ValueRefused of(Object value, String type, Throwable cause) {
    return new ValueRefused(describe(value) + " does not fit " + type, cause);
  }

  private static String describe(Object value) {
    if (value == null) {
      return "NULL";
    }
    if (value instanceof Number || value instanceof Boolean) {
      return value.getClass().getSimpleName() + " " + value;
    }
    return "a value of " + value.getClass().getName();
  }
}
