package org.datxa.bridge.clickhouse.internal.jdbc;

import java.lang.reflect.Method;
import java.sql.ResultSet;

/** A result that leads back to our statement, not to the driver's. */
final class ResultHandle extends Handle {
  private final ResultSet driver;
  private final Object statement;

  ResultHandle(ResultSet driver, Object statement) {
    super(ResultSet.class);
    this.driver = driver;
    this.statement = statement;
  }

  /** Any result, wrapped if it is rows. */
  static Object wrapped(Object result, Object statement) {
    return result instanceof ResultSet rows ? new ResultHandle(rows, statement).self() : result;
  }

  @Override
  Object call(Method method, Object[] args) throws Throwable {
    return method.getName().equals("getStatement") ? statement : forward(driver, method, args);
  }
}
