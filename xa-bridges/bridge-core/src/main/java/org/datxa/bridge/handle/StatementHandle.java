package org.datxa.bridge.handle;

import java.lang.reflect.Method;
import java.sql.Statement;
import java.util.Set;

/** A statement as the application sees it; prepared and callable ones too. */
final class StatementHandle<S extends Statement> extends Handle<S> {
  private static final Set<String> ASKING =
      Set.of(
          "getMoreResults",
          "getMetaData",
          "getParameterMetaData",
          "addBatch",
          "setBlob",
          "setClob",
          "setNClob");

  private final Statement below;
  private final ConnectionHandle connection;
  private final Guard guard;

  StatementHandle(Class<S> type, Statement below, ConnectionHandle connection, Guard guard) {
    super(type);
    this.below = below;
    this.connection = connection;
    this.guard = guard;
  }

  @Override
  Object call(Method method, Object... args) throws Throwable {
    String name = method.getName();
    if (name.equals("getConnection")) {
      return connection.proxy();
    }
    if (name.equals("close")) {
      connection.forget(below);
    }
    boolean work = name.startsWith("execute") || ASKING.contains(name);
    if (!work) {
      return Wrapping.wrap(down(below, method, args), proxy(), guard);
    }
    String sql = args.length > 0 && args[0] instanceof String text ? text : null;
    return Wrapping.wrap(guard.work(sql, () -> below, method, args), proxy(), guard);
  }
}
