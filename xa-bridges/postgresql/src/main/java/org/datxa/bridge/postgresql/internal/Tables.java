package org.datxa.bridge.postgresql.internal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.datxa.bridge.SqlName;

/** Makes tables of ours. "IF NOT EXISTS" alone fails when two processes start at once. */
final class Tables {
  private static final long LOCK = 0x0DA7_0001_0DA7_0002L;

  private Tables() {}

  static void make(Connection connection, SqlName schema, SqlName table, Maker maker)
      throws SQLException {
    if (exists(connection, "pg_class", schema.dot(table))) {
      return;
    }
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT pg_catalog.pg_advisory_xact_lock(" + LOCK + ")");
      if (!exists(connection, "pg_namespace", schema.quoted())) {
        statement.execute("CREATE SCHEMA IF NOT EXISTS " + schema.quoted());
      }
      maker.make(statement);
      connection.commit();
    } finally {
      connection.rollback();
      connection.setAutoCommit(true);
    }
  }

  private static boolean exists(Connection connection, String catalog, String name)
      throws SQLException {
    String function = catalog.equals("pg_class") ? "to_regclass" : "to_regnamespace";
    String sql = "SELECT pg_catalog." + function + "(?) IS NOT NULL";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, name);
      try (ResultSet row = statement.executeQuery()) {
        return row.next() && row.getBoolean(1);
      }
    }
  }

  /** Makes one table in a schema that exists. */
  @FunctionalInterface
  interface Maker {
    void make(Statement statement) throws SQLException;
  }
}
