package org.datxa.bridge.postgresql.internal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import org.datxa.bridge.SqlName;

/**
 * Makes tables of ours. "IF NOT EXISTS" alone fails when two processes start at once, so one waits
 * for the other. Whoever makes the same schema without our lock is outrun by trying again.
 */
final class Tables {
  private static final long LOCK = 0x0DA7_0001_0DA7_0002L;
  private static final int ATTEMPTS = 3;
  private static final Set<String> MADE_MEANWHILE =
      Set.of(PostgresErrors.UNIQUE_VIOLATION, "42P06", "42P07");

  private Tables() {}

  static void make(Connection connection, SqlName schema, SqlName table, Maker maker)
      throws SQLException {
    for (int left = ATTEMPTS - 1; left >= 0 && !exists(connection, schema, table); left--) {
      try {
        makeOnce(connection, schema, maker);
      } catch (SQLException e) {
        if (left == 0 || !MADE_MEANWHILE.contains(e.getSQLState())) {
          throw e;
        }
      }
    }
  }

  private static void makeOnce(Connection connection, SqlName schema, Maker maker)
      throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT pg_catalog.pg_advisory_xact_lock(" + LOCK + ")");
      if (!exists(connection, schema)) {
        statement.execute("CREATE SCHEMA " + schema.quoted());
      }
      maker.make(statement);
      connection.commit();
    } finally {
      connection.rollback();
      connection.setAutoCommit(true);
    }
  }

  /** Reads the catalog's table: the functions over it answer from a cache that waiting outdates. */
  private static boolean exists(Connection connection, SqlName schema) throws SQLException {
    return found(
        connection, "SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = ?", schema.text());
  }

  private static boolean exists(Connection connection, SqlName schema, SqlName table)
      throws SQLException {
    return found(
        connection,
        "SELECT 1 FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n"
            + " ON n.oid = c.relnamespace WHERE n.nspname = ? AND c.relname = ?",
        schema.text(),
        table.text());
  }

  private static boolean found(Connection connection, String sql, String... names)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < names.length; i++) {
        statement.setString(i + 1, names[i]);
      }
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next();
      }
    }
  }

  /** Makes one table in a schema that exists. */
  @FunctionalInterface
  interface Maker {
    void make(Statement statement) throws SQLException;
  }
}
