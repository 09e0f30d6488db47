package org.datxa.bridge.clickhouse.internal.jdbc;

import java.lang.reflect.Method;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import org.datxa.bridge.clickhouse.internal.payload.RowBatch;
import org.datxa.bridge.clickhouse.internal.sql.InsertStatement;

/** A prepared INSERT. The driver has no part in it: rows are encoded here, and checked at once. */
final class InsertHandle extends Handle {
  private static final int LEAST_CAPACITY = 16;

  private final ConnectionHandle connection;
  private final InsertStatement insert;
  private final Parameters parameters;
  private RowEncoder encoder;
  private RowBatch batch;
  private int[] batchCounts = new int[LEAST_CAPACITY];
  private int batched;
  private long count = -1;
  private boolean closed;

  InsertHandle(ConnectionHandle connection, InsertStatement insert) {
    super(PreparedStatement.class);
    this.connection = connection;
    this.insert = insert;
    this.parameters = new Parameters(insert.placeholders());
  }

  @Override
  Object call(Method method, Object[] args) throws Throwable {
    return switch (method.getName()) {
      case "close" -> close();
      case "isClosed" -> closed;
      case "getConnection" -> connection.proxy();
      default -> work(method.getName(), args);
    };
  }

  private Object close() {
    closed = true;
    return clearBatch();
  }

  private Object work(String name, Object[] args) throws SQLException {
    if (closed) {
      throw SqlErrors.closed("statement");
    }
    connection.requireUsable();
    if (name.startsWith("set") && args.length > 1) {
      return parameters.set(name, args);
    }
    if (args.length > 0 && args[0] instanceof String) {
      throw SqlErrors.refused("A prepared statement has its text already");
    }
    return switch (name) {
      case "addBatch" -> addBatch();
      case "clearBatch" -> clearBatch();
      case "clearParameters" -> parameters.clear();
      case "executeBatch" -> executeBatch();
      case "executeLargeBatch" -> Counts.large(executeBatch());
      case "execute", "executeUpdate", "executeLargeUpdate" -> execute(name);
      default -> state(name);
    };
  }

  private Object state(String name) throws SQLException {
    return switch (name) {
      case "getUpdateCount" -> Math.toIntExact(count);
      case "getLargeUpdateCount" -> count;
      case "getMoreResults" -> {
        count = -1;
        yield false;
      }
      case "getResultSet", "getMetaData", "getWarnings", "clearWarnings", "cancel" -> null;
      case "getQueryTimeout", "getMaxRows", "getFetchSize", "getMaxFieldSize" -> 0;
      case "isPoolable", "isCloseOnCompletion" -> false;
      default -> {
        if (name.startsWith("set")) {
          // Hints for queries mean nothing to a buffered INSERT.
          yield null;
        }
        throw SqlErrors.refused(name + " is not offered by an INSERT");
      }
    };
  }

  private RowEncoder encoder() throws SQLException {
    connection.scope().requireWritable();
    if (encoder == null) {
      encoder = connection.inserts().encoder(insert);
    }
    return encoder;
  }

  private Object addBatch() throws SQLException {
    RowEncoder rows = encoder();
    if (batch == null) {
      batch = rows.newBatch();
    }
    rows.encode(parameters.values(), batch);
    if (batched == batchCounts.length) {
      batchCounts = Arrays.copyOf(batchCounts, 2 * batched);
    }
    batchCounts[batched++] = insert.rows().size();
    return null;
  }

  private Object clearBatch() {
    batch = null;
    batched = 0;
    return null;
  }

  private int[] executeBatch() throws SQLException {
    RowBatch rows = batch;
    int[] counts = Arrays.copyOf(batchCounts, batched);
    clearBatch();
    if (rows != null) {
      connection.scope().requireWritable();
      connection.scope().insert(rows);
    }
    return counts;
  }

  private Object execute(String name) throws SQLException {
    RowEncoder rows = encoder();
    RowBatch single = rows.newBatch();
    rows.encode(parameters.values(), single);
    connection.scope().insert(single);
    count = single.rows();
    return Counts.result(name, count);
  }
}
