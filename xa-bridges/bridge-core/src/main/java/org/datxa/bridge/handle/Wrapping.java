package org.datxa.bridge.handle;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Wraps results that would lead to the connection below. */
final class Wrapping {
  private Wrapping() {}

  static Object wrap(Object result, Statement statement, Guard guard) throws SQLException {
    if (result instanceof ResultSet rows) {
      return new ResultSetHandle(rows, statement, guard).proxy();
    }
    return result instanceof Array array ? new ArrayHandle(array, guard).proxy() : result;
  }
}
