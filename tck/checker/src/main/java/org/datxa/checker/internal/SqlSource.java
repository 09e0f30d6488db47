package org.datxa.checker.internal;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.datxa.checker.internal.StoreSeen.Row;

/**
 * A database behind JDBC. Its text shows no secret.
 *
 * @param url the address
 * @param user the user; empty when the address tells
 * @param password the password; empty when none is needed
 */
public record SqlSource(String url, String user, String password) {

  Connection connect() throws SQLException {
    Properties login = new Properties();
    if (!user.isEmpty()) {
      login.setProperty("user", user);
    }
    if (!password.isEmpty()) {
      login.setProperty("password", password);
    }
    return DriverManager.getConnection(url, login);
  }

  static List<String> texts(Connection connection, String query) throws SQLException {
    List<String> texts = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(query);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
    }
    return texts;
  }

  static List<Row> rows(Connection connection, String table, String key) throws SQLException {
    List<Row> found = new ArrayList<>();
    try (PreparedStatement statement =
            connection.prepareStatement(
                "SELECT t." + Names.sql(key) + ", t.* FROM " + Names.sql(table) + " t");
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        found.add(row(rows));
      }
    }
    return found;
  }

  private static Row row(ResultSet rows) throws SQLException {
    ResultSetMetaData names = rows.getMetaData();
    Map<String, String> columns = new LinkedHashMap<>();
    for (int i = 2; i <= names.getColumnCount(); i++) {
      columns.put(names.getColumnLabel(i), Values.text(rows.getObject(i)));
    }
    return new Row(Values.text(rows.getObject(1)), columns);
  }

  @Override
  public String toString() {
    return url.replaceFirst("\\?.*", "");
  }
}
