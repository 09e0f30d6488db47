package org.datxa.journal.internal.postgresql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.datxa.journal.PostgresJournalConfig;
import org.datxa.journal.Server;

/** Looks at a journal's database from outside. */
final class Sql {
  private Sql() {}

  static Connection connect(PostgresJournalConfig config) throws SQLException {
    return Server.lab().connect(Server.database(config));
  }

  static void run(PostgresJournalConfig config, String... statements) throws SQLException {
    try (Connection connection = connect(config)) {
      run(connection, statements);
    }
  }

  static void run(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  static List<String> column(PostgresJournalConfig config, String query) throws SQLException {
    try (Connection connection = connect(config)) {
      return column(connection, query);
    }
  }

  static List<String> column(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      List<String> column = new ArrayList<>();
      while (rows.next()) {
        column.add(rows.getString(1));
      }
      return column;
    }
  }

  static String table(PostgresJournalConfig config) {
    return '"' + config.schema() + "\".\"" + config.table() + '"';
  }

  static PostgresSql of(PostgresJournalConfig config) {
    return new PostgresSql(
        new org.datxa.journal.internal.sql.TableNames(
            new org.datxa.journal.internal.sql.Identifier(config.schema()),
            new org.datxa.journal.internal.sql.Identifier(config.table())));
  }
}
