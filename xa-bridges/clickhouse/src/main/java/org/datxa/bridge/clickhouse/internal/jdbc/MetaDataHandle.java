package org.datxa.bridge.clickhouse.internal.jdbc;

import java.lang.reflect.Method;
import java.sql.DatabaseMetaData;

/** Metadata that leads back to our connection, not to the driver's. */
final class MetaDataHandle extends Handle {
  private final DatabaseMetaData driver;
  private final ConnectionHandle connection;

  MetaDataHandle(DatabaseMetaData driver, ConnectionHandle connection) {
    super(DatabaseMetaData.class);
    this.driver = driver;
    this.connection = connection;
  }

  @Override
  Object call(Method method, Object[] args) throws Throwable {
    connection.requireUsable();
    return method.getName().equals("getConnection")
        ? connection.proxy()
        : ResultHandle.wrapped(forward(driver, method, args), null);
  }
}
