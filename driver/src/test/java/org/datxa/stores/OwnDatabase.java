package org.datxa.stores;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.datxa.lab.LabPostgres;

/** A database of PostgreSQL. */
record OwnDatabase(LabPostgres server, String name) {
  static OwnDatabase create(LabPostgres server, String prefix) {
    return new OwnDatabase(server, server.newDatabase(prefix));
  }

  String url() {
    return server.jdbcUrl(name);
  }

  void execute(String sql) {
    server.execute(name, sql);
  }

  long count(String sql) {
    return first(sql, rows -> rows.getLong(1));
  }

  String text(String sql) {
    return first(sql, rows -> rows.getString(1));
  }

  /** The states of the records of a journal. */
  String states() {
    return text(
        "SELECT coalesce(string_agg(state, ' ' ORDER BY dat_txn), '') FROM datxa.dat_journal");
  }

  private <T> T first(String sql, Cell<T> cell) {
    try (Connection connection = server.connect(name);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return cell.of(rows);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private interface Cell<T> {
    T of(ResultSet row) throws SQLException;
  }
}
