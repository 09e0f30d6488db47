package org.datxa.bridge.handle;

import java.sql.Connection;

/** Makes the connections that applications hold. */
public final class JdbcHandles {
  private JdbcHandles() {}

  /**
   * A connection whose every piece of work is admitted by rules. Statements, result sets and
   * metadata that come from it lead back to it, never to the connection below.
   *
   * @param rules what its holder may do
   * @return the handle
   */
  public static Connection connection(HandleRules rules) {
    return new ConnectionHandle(rules).proxy();
  }
}
