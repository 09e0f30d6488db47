package org.datxa.bridge.clickhouse.internal.jdbc;

import java.lang.reflect.Method;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.datxa.bridge.clickhouse.internal.payload.RowBatch;
import org.datxa.bridge.clickhouse.internal.sql.StatementKind;

/** A statement whose text comes with each call. */
final class StatementHandle extends Handle {
  private final ConnectionHandle connection;
  private final Statement driver;
  private final List<RowBatch> batch = new ArrayList<>();
  private boolean inserted;
  private long count = -1;
  private boolean closed;

  StatementHandle(ConnectionHandle connection, Statement driver) {
    super(Statement.class);
    this.connection = connection;
    this.driver = driver;
  }

  @Override
  Object call(Method method, Object[] args) throws Throwable {
    return switch (method.getName()) {
      case "close" -> close();
      case "isClosed" -> closed;
      case "getConnection" -> connection.proxy();
      default -> work(method, args);
    };
  }

  private Object close() throws SQLException {
    closed = true;
    driver.close();
    return null;
  }

  private void requireUsable() throws SQLException {
    if (closed) {
      throw SqlErrors.closed("statement");
    }
    connection.requireUsable();
  }

  private Object work(Method method, Object[] args) throws Throwable {
    requireUsable();
    return switch (method.getName()) {
      case "execute", "executeUpdate", "executeLargeUpdate", "executeQuery" -> run(method, args);
      case "addBatch" -> addBatch((String) args[0]);
      case "clearBatch" -> clearBatch();
      case "executeBatch" -> executeBatch();
      case "executeLargeBatch" -> Counts.large(executeBatch());
      default -> inserted ? afterInsert(method, args) : wrapped(forward(driver, method, args));
    };
  }

  private Object run(Method method, Object[] args) throws Throwable {
    String sql = (String) args[0];
    StatementKind kind = ConnectionHandle.kindOf(sql);
    inserted = kind == StatementKind.INSERT;
    if (inserted) {
      return insert(method.getName(), sql);
    }
    connection.requirePassing(kind, sql);
    return wrapped(forward(driver, method, args));
  }

  private Object insert(String method, String sql) throws SQLException {
    if (method.equals("executeQuery")) {
      throw SqlErrors.refused("INSERT gives no result; use executeUpdate");
    }
    connection.scope().requireWritable();
    RowBatch rows = connection.inserts().literalRows(sql);
    connection.scope().insert(rows);
    count = rows.rows();
    return Counts.result(method, count);
  }

  private Object afterInsert(Method method, Object[] args) throws Throwable {
    return switch (method.getName()) {
      case "getUpdateCount" -> Math.toIntExact(count);
      case "getLargeUpdateCount" -> count;
      case "getResultSet" -> null;
      case "getMoreResults" -> {
        count = -1;
        yield false;
      }
      default -> forward(driver, method, args);
    };
  }

  private Object addBatch(String sql) throws SQLException {
    if (ConnectionHandle.kindOf(sql) != StatementKind.INSERT) {
      throw SqlErrors.refused("Only INSERT … VALUES can be batched");
    }
    connection.scope().requireWritable();
    batch.add(connection.inserts().literalRows(sql));
    return null;
  }

  private Object clearBatch() {
    batch.clear();
    return null;
  }

  private int[] executeBatch() throws SQLException {
    List<RowBatch> rows = List.copyOf(batch);
    batch.clear();
    connection.scope().requireWritable();
    int[] counts = new int[rows.size()];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = rows.get(i).rows();
      connection.scope().insert(rows.get(i));
    }
    return counts;
  }

  private Object wrapped(Object result) {
    return ResultHandle.wrapped(result, self());
  }
}
