package org.datxa.bridge.clickhouse.internal.jdbc;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import org.datxa.bridge.clickhouse.internal.sql.SqlRefused;
import org.datxa.bridge.clickhouse.internal.sql.StatementKind;
import org.datxa.bridge.clickhouse.internal.store.StoreSettings;

/** A connection that belongs to a transaction, or to none. */
final class ConnectionHandle extends Handle {
  private final Scope scope;
  private final DriverConnections driver;
  private final Inserts inserts;
  private final StoreSettings settings;
  private Connection opened;
  private boolean closed;

  ConnectionHandle(Scope scope, DriverConnections driver, Inserts inserts, StoreSettings settings) {
    super(Connection.class);
    this.scope = scope;
    this.driver = driver;
    this.inserts = inserts;
    this.settings = settings;
  }

  Connection proxy() {
    return (Connection) self();
  }

  Scope scope() {
    return scope;
  }

  Inserts inserts() {
    return inserts;
  }

  /** The driver's connection, opened when something is first passed through. */
  Connection reader() throws SQLException {
    if (opened == null) {
      opened = driver.open();
      scope.onEnd(opened);
    }
    return opened;
  }

  void requireUsable() throws SQLException {
    if (closed) {
      throw SqlErrors.closed("connection");
    }
    scope.requireUsable();
  }

  @Override
  Object call(Method method, Object[] args) throws Throwable {
    return switch (method.getName()) {
      case "close", "abort" -> close();
      case "isClosed" -> closed;
      case "commit", "rollback", "setSavepoint", "releaseSavepoint" -> local(method.getName());
      case "setAutoCommit" -> setAutoCommit((boolean) args[0]);
      default -> work(method, args);
    };
  }

  private Object work(Method method, Object[] args) throws Throwable {
    requireUsable();
    return switch (method.getName()) {
      case "getAutoCommit" -> !scope.inTransaction();
      case "createStatement" -> statement(method, args);
      case "prepareStatement" -> prepare(method, args);
      case "prepareCall" -> throw SqlErrors.refused("ClickHouse has no procedures");
      case "setSchema", "setCatalog" -> requireDatabase((String) args[0]);
      case "getMetaData" -> new MetaDataHandle(reader().getMetaData(), this).self();
      case "getSchema" -> settings.endpoint().database();
      case "setReadOnly", "setTransactionIsolation", "setHoldability" -> null;
      default -> forward(reader(), method, args);
    };
  }

  private Object close() throws SQLException {
    boolean first = !closed;
    closed = true;
    if (first && opened != null) {
      opened.close();
    }
    return null;
  }

  private Object local(String name) throws SQLException {
    requireUsable();
    throw SqlErrors.refused(
        scope.inTransaction()
            ? name + " is refused: the transaction belongs to its manager or unit of work"
            : name + " is refused: ClickHouse has no local transactions");
  }

  private Object setAutoCommit(boolean on) throws SQLException {
    requireUsable();
    if (scope.inTransaction() || !on) {
      return local("setAutoCommit");
    }
    return null;
  }

  private Object requireDatabase(String wanted) throws SQLException {
    if (!settings.endpoint().database().equals(wanted)) {
      throw SqlErrors.refused("Another database cannot be set; name it before the table");
    }
    return null;
  }

  private Object statement(Method method, Object[] args) throws Throwable {
    return new StatementHandle(this, (Statement) forward(reader(), method, args)).self();
  }

  private Object prepare(Method method, Object[] args) throws Throwable {
    String sql = (String) args[0];
    StatementKind kind = kindOf(sql);
    if (kind == StatementKind.INSERT) {
      return new InsertHandle(this, Inserts.parse(sql)).self();
    }
    requirePassing(kind, sql);
    return new QueryHandle(this, (PreparedStatement) forward(reader(), method, args)).self();
  }

  static StatementKind kindOf(String sql) throws SQLException {
    try {
      return StatementKind.of(sql);
    } catch (SqlRefused e) {
      throw SqlErrors.of(e);
    }
  }

  /** Refuses by name what may not go straight to the server. */
  void requirePassing(StatementKind kind, String sql) throws SQLException {
    if (kind == StatementKind.READ) {
      return;
    }
    String name;
    try {
      name = StatementKind.nameOf(sql);
    } catch (SqlRefused e) {
      throw SqlErrors.of(e);
    }
    if (scope.inTransaction()) {
      throw SqlErrors.refused(
          name + " is refused in a transaction: only INSERT … VALUES and queries are taken");
    }
    if (name.equals("USE") || name.equals("SET")) {
      throw SqlErrors.refused(
          name + " is refused: it would hold for this connection alone; qualify names instead");
    }
  }
}
