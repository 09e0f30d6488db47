package org.datxa.journal.internal.postgresql;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Walks over the answers to a text of several statements, one per statement. */
final class Results {
  private final PreparedStatement statement;

  Results(PreparedStatement statement) {
    this.statement = statement;
  }

  Results skip(int statements) throws SQLException {
    for (int i = 0; i < statements; i++) {
      statement.getMoreResults();
    }
    return this;
  }

  int count() throws SQLException {
    int count = statement.getUpdateCount();
    if (count < 0) {
      throw new SQLException("The journal's server answered fewer counts than asked");
    }
    return count;
  }

  ResultSet rows() throws SQLException {
    ResultSet rows = statement.getResultSet();
    if (rows == null) {
      throw new SQLException("The journal's server answered fewer rows than asked");
    }
    return rows;
  }

  long number() throws SQLException {
    try (ResultSet rows = rows()) {
      if (!rows.next()) {
        throw new SQLException("The journal's server answered no row");
      }
      return rows.getLong(1);
    }
  }

  String text() throws SQLException {
    try (ResultSet rows = rows()) {
      if (!rows.next()) {
        throw new SQLException("The journal's server answered no row");
      }
      return rows.getString(1);
    }
  }
}
