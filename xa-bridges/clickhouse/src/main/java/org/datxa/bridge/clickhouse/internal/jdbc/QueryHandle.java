package org.datxa.bridge.clickhouse.internal.jdbc;

import java.lang.reflect.Method;
import java.sql.PreparedStatement;

/** A prepared statement that is passed through. */
final class QueryHandle extends Handle {
  private final ConnectionHandle connection;
  private final PreparedStatement driver;
  private boolean closed;

  QueryHandle(ConnectionHandle connection, PreparedStatement driver) {
    super(PreparedStatement.class);
    this.connection = connection;
    this.driver = driver;
  }

  @Override
  Object call(Method method, Object[] args) throws Throwable {
    String name = method.getName();
    if (name.equals("close")) {
      closed = true;
      driver.close();
      return null;
    }
    if (name.equals("isClosed")) {
      return closed;
    }
    if (name.equals("getConnection")) {
      return connection.proxy();
    }
    if (closed) {
      throw SqlErrors.closed("statement");
    }
    connection.requireUsable();
    if (args.length > 0 && args[0] instanceof String && name.matches("execute.*|addBatch")) {
      throw SqlErrors.refused("A prepared statement has its text already");
    }
    return ResultHandle.wrapped(forward(driver, method, args), self());
  }
}
