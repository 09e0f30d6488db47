package org.datxa.bridge.handle;

import java.lang.reflect.Method;
import java.sql.DatabaseMetaData;

/** The metadata of a connection as the application sees it; most of it asks the server. */
final class MetaDataHandle extends Handle<DatabaseMetaData> {
  private final DatabaseMetaData below;
  private final ConnectionHandle connection;
  private final Guard guard;

  MetaDataHandle(DatabaseMetaData below, ConnectionHandle connection, Guard guard) {
    super(DatabaseMetaData.class);
    this.below = below;
    this.connection = connection;
    this.guard = guard;
  }

  @Override
  Object call(Method method, Object... args) throws Throwable {
    return method.getName().equals("getConnection")
        ? connection.proxy()
        : Wrapping.wrap(guard.work(null, () -> below, method, args), null, guard);
  }
}
