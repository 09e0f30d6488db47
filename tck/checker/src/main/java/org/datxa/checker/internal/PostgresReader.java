package org.datxa.checker.internal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.datxa.checker.internal.StoreSeen.Mark;

/**
 * A table in PostgreSQL, the markers beside it, and what is prepared in its database.
 *
 * @param name the store
 * @param source where it is
 * @param table the table, with or without a schema
 * @param key its key column
 * @param schema the schema of the markers
 */
public record PostgresReader(String name, SqlSource source, String table, String key, String schema)
    implements StoreReader {
  private static final String PREPARED =
      "SELECT gid FROM pg_catalog.pg_prepared_xacts WHERE database = current_database()"
          + " ORDER BY gid";

  @Override
  public boolean twoPhase() {
    return true;
  }

  @Override
  public StoreSeen read() throws SQLException {
    try (Connection connection = source.connect()) {
      List<String> prepared = SqlSource.texts(connection, PREPARED);
      List<Mark> markers = markers(connection);
      return StoreSeen.of(SqlSource.rows(connection, table, key), markers, prepared);
    }
  }

  private List<Mark> markers(Connection connection) throws SQLException {
    String place = Names.sql(schema + ".dat_applied");
    List<Mark> markers = new ArrayList<>();
    if (!exists(connection, place)) {
      return markers;
    }
    try (PreparedStatement statement =
            connection.prepareStatement("SELECT dat_txn, dat_tx_time FROM " + place);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        markers.add(new Mark(rows.getString(1), rows.getLong(2)));
      }
    }
    return markers;
  }

  private static boolean exists(Connection connection, String place) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("SELECT pg_catalog.to_regclass(?) IS NOT NULL")) {
      statement.setString(1, place);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next() && rows.getBoolean(1);
      }
    }
  }
}
