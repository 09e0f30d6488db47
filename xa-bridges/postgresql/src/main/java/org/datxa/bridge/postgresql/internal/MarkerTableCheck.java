package org.datxa.bridge.postgresql.internal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.datxa.spi.Finding;

/** Makes the table of markers where it is missing, and tries out whether it serves. */
final class MarkerTableCheck {
  private static final Map<String, String> COLUMNS =
      Map.of("dat_txn", "uuid", "dat_tx_time", "bigint", "created_ms", "bigint");

  private final PostgresSettings settings;
  private final MarkerTable markers;
  private final List<Finding> findings = new ArrayList<>();

  MarkerTableCheck(PostgresSettings settings, MarkerTable markers) {
    this.settings = settings;
    this.markers = markers;
  }

  List<Finding> run(Connection connection) throws SQLException {
    try {
      Tables.make(connection, markers.schema(), MarkerTable.TABLE, markers::create);
    } catch (SQLException e) {
      find(
          "the table " + markers.qualified() + " could not be made: " + e.getMessage(),
          "grant CREATE on the database, or make the schema and the table for the role");
      return findings;
    }
    shape(connection);
    if (findings.isEmpty()) {
      tryOut(connection);
    }
    return findings;
  }

  private void shape(Connection connection) throws SQLException {
    Map<String, String> found = columns(connection);
    COLUMNS.forEach(
        (column, type) -> {
          if (!type.equals(found.get(column))) {
            find(
                markers.qualified() + " has no column " + column + " of type " + type,
                "give the store a schema of its own, or mend the table");
          }
        });
    if (!isDurable(connection)) {
      find(
          markers.qualified() + " is no ordinary table that survives a crash",
          "make it an ordinary logged table");
    }
  }

  private Map<String, String> columns(Connection connection) throws SQLException {
    String sql =
        "SELECT attname, pg_catalog.format_type(atttypid, atttypmod) FROM pg_catalog.pg_attribute"
            + " WHERE attrelid = ?::regclass AND attnum > 0 AND NOT attisdropped";
    Map<String, String> found = new HashMap<>();
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, markers.qualified());
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          found.put(rows.getString(1), rows.getString(2));
        }
      }
    }
    return found;
  }

  private boolean isDurable(Connection connection) throws SQLException {
    String sql =
        "SELECT relkind = 'r' AND relpersistence = 'p' FROM pg_catalog.pg_class"
            + " WHERE oid = ?::regclass";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, markers.qualified());
      try (ResultSet row = statement.executeQuery()) {
        return row.next() && row.getBoolean(1);
      }
    }
  }

  /** Buries somebody who never was, and takes it back: rights and the unique key are needed. */
  private void tryOut(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET LOCAL lock_timeout = " + settings.limits().lock());
      markers.bury(connection, UUID.randomUUID());
    } catch (SQLException e) {
      find(
          markers.qualified() + " does not take markers: " + e.getMessage(),
          "make dat_txn its primary key, and grant SELECT, INSERT and UPDATE to the role");
    } finally {
      connection.rollback();
      connection.setAutoCommit(true);
    }
  }

  private void find(String problem, String nextStep) {
    findings.add(new Finding(settings.name(), problem, nextStep));
  }
}
