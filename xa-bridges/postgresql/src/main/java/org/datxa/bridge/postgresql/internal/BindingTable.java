package org.datxa.bridge.postgresql.internal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.datxa.bridge.SqlName;
import org.datxa.spi.Finding;

/**
 * Which journal decides for which store of this database (J6). The table stands at one fixed place
 * per database, so the schema of the markers alone names their place in it, by whatever address the
 * database is reached.
 */
final class BindingTable {
  private static final SqlName SCHEMA = new SqlName("datxa");
  private static final SqlName TABLE = new SqlName("dat_binding");
  private static final String QUALIFIED = SCHEMA.dot(TABLE);

  private final PostgresSettings settings;
  private final String place;
  private final List<Finding> findings = new ArrayList<>();

  BindingTable(PostgresSettings settings) {
    this.settings = settings;
    this.place = settings.place().schema().text();
  }

  List<Finding> bind(PostgresPools pools, UUID journalId) {
    try {
      Lease lease = pools.reserved();
      try {
        bind(lease.connection(), journalId);
      } finally {
        lease.giveBack(settings.limits().connect());
      }
    } catch (SQLException e) {
      find("could not be bound to its journal: " + e.getMessage(), "mend that, then start again");
    }
    return findings;
  }

  private void bind(Connection connection, UUID journalId) throws SQLException {
    Tables.make(
        connection,
        SCHEMA,
        TABLE,
        statement ->
            statement.execute(
                "CREATE TABLE IF NOT EXISTS "
                    + QUALIFIED
                    + " (store_name text PRIMARY KEY, applied_location text UNIQUE,"
                    + " journal_id uuid NOT NULL)"));
    insert(connection, journalId);
    String sql =
        "SELECT store_name, applied_location, journal_id FROM "
            + QUALIFIED
            + " WHERE store_name = ? OR applied_location = ?";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, settings.name());
      statement.setString(2, place);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          compare(rows, journalId);
        }
      }
    }
  }

  private void insert(Connection connection, UUID journalId) throws SQLException {
    String sql = "INSERT INTO " + QUALIFIED + " VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, settings.name());
      statement.setString(2, place);
      statement.setObject(3, journalId);
      statement.executeUpdate();
    }
  }

  private void compare(ResultSet row, UUID journalId) throws SQLException {
    String bound = row.getString(1);
    if (!bound.equals(settings.name())) {
      find(
          "the schema '" + place + "' holds the markers of store '" + bound + "'",
          "give this store a schema of its own");
    } else if (!place.equals(row.getString(2))) {
      find(
          "its markers are in the schema '" + row.getString(2) + "', not in '" + place + "'",
          "put that schema back into the configuration");
    } else if (!journalId.equals(row.getObject(3, UUID.class))) {
      find(
          "the name is bound to the journal " + row.getString(3) + ", not to " + journalId,
          "choose another store name and schema for this deployment, or configure that journal;"
              + " only when nothing of the old one is left, delete the row from "
              + QUALIFIED);
    }
  }

  private void find(String problem, String nextStep) {
    findings.add(new Finding(settings.name(), problem, nextStep));
  }
}
