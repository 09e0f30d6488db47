package org.datxa.bridge.handle;

import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.NClob;
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
    if (result instanceof Blob blob) {
      return new LargeObjectHandle<>(Blob.class, blob, guard).proxy();
    }
    if (result instanceof NClob clob) {
      return new LargeObjectHandle<>(NClob.class, clob, guard).proxy();
    }
    if (result instanceof Clob clob) {
      return new LargeObjectHandle<>(Clob.class, clob, guard).proxy();
    }
    return result instanceof Array array ? new ArrayHandle(array, guard).proxy() : result;
  }
}
