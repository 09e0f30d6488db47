package org.datxa.bridge.clickhouse.internal.http;

/** The server's own error: its code and its text, cut where it is long. */
public final class ServerError extends Exception {
  private static final long serialVersionUID = 1L;
  private static final int LONGEST = 1000;
  private final int code;

  /**
   * An error.
   *
   * @param code the server's code, 0 when it gave none
   * @param text the server's text
   */
  public ServerError(int code, String text) {
    super(shortened(text));
    this.code = code;
  }

  /**
   * The code.
   *
   * @return the number in ClickHouse's list of errors
   */
  public int code() {
    return code;
  }

  /**
   * Whether a condition of ours was the one that failed. The text of the error goes on to quote the
   * whole filter, with the texts of the conditions that held, so that only its beginning counts.
   *
   * @param condition the text of the condition
   * @return true if it was that one
   */
  public boolean isFailedCondition(String condition) {
    return getMessage().contains("DB::Exception: " + condition);
  }

  private static String shortened(String text) {
    String line = text.strip();
    return line.length() > LONGEST ? line.substring(0, LONGEST) + "…" : line;
  }
}
