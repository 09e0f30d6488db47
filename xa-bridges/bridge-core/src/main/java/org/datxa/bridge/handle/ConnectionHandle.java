package org.datxa.bridge.handle;

import java.lang.reflect.Method;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** A connection as the application sees it. */
final class ConnectionHandle extends Handle<Connection> {
  private static final Set<String> QUIET =
      Set.of("getWarnings", "clearWarnings", "getClientInfo", "nativeSQL", "getTypeMap");

  private final Guard guard;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Set<Statement> open = ConcurrentHashMap.newKeySet();

  ConnectionHandle(HandleRules rules) {
    super(Connection.class);
    this.guard = new Guard(rules);
  }

  @Override
  Object call(Method method, Object... args) throws Throwable {
    String name = method.getName();
    if (name.equals("close")) {
      close();
      return null;
    }
    if (name.equals("isClosed")) {
      return closed.get();
    }
    guard.requireOpen();
    if (QUIET.contains(name)) {
      return down(guard.rules().connection(), method, args);
    }
    return name.equals("createStatement") || name.startsWith("prepare")
        ? statement(method, args)
        : other(method, args);
  }

  private Object statement(Method method, Object... args) throws Throwable {
    String sql = args.length > 0 && args[0] instanceof String text ? text : null;
    Object made = guard.work(sql, guard.rules()::connection, method, args);
    open.add((Statement) made);
    return wrapStatement((Statement) made);
  }

  private Statement wrapStatement(Statement made) {
    if (made instanceof CallableStatement) {
      return new StatementHandle<>(CallableStatement.class, made, this, guard).proxy();
    }
    return made instanceof PreparedStatement
        ? new StatementHandle<>(PreparedStatement.class, made, this, guard).proxy()
        : new StatementHandle<>(Statement.class, made, this, guard).proxy();
  }

  private Object other(Method method, Object... args) throws Throwable {
    if (method.getName().equals("getMetaData")) {
      DatabaseMetaData below = guard.rules().connection().getMetaData();
      return new MetaDataHandle(below, this, guard).proxy();
    }
    Optional<Object> answer = guard.rules().control(method.getName(), args);
    if (answer.isEmpty()) {
      Object result = guard.work(null, guard.rules()::connection, method, args);
      return Wrapping.wrap(result, null, guard);
    }
    return answer.get() == HandleRules.NOTHING ? null : answer.get();
  }

  private void close() throws SQLException {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    guard.close();
    SQLException failure = null;
    for (Statement statement : open) {
      failure = closing(statement::close, failure);
    }
    open.clear();
    failure = closing(guard.rules()::closed, failure);
    if (failure != null) {
      throw failure;
    }
  }

  private static SQLException closing(Closing step, SQLException earlier) {
    try {
      step.run();
      return earlier;
    } catch (SQLException e) {
      if (earlier == null) {
        return e;
      }
      earlier.addSuppressed(e);
      return earlier;
    }
  }

  void forget(Statement statement) {
    open.remove(statement);
  }

  /** A step of closing. */
  private interface Closing {
    void run() throws SQLException;
  }
}
