package org.datxa.bridge.postgresql.internal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import org.datxa.bridge.SqlName;
import org.datxa.spi.Marker;
import org.datxa.spi.error.StoreException;

/** The table of applied markers, always named with its schema: a search path proves nothing. */
record MarkerTable(SqlName schema) {
  static final SqlName TABLE = new SqlName("dat_applied");

  /** The time that stands for "never": a tombstone. */
  static final long NEVER = -1;

  /** J7: waits as strictly as on, never less strictly than before, and without a query timeout. */
  static final String DURABLY =
      "SELECT pg_catalog.set_config('synchronous_commit',"
          + " CASE pg_catalog.current_setting('synchronous_commit')"
          + " WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, true),"
          + " pg_catalog.set_config('statement_timeout', '0', true)";

  private static final String NOW = "(extract(epoch from clock_timestamp()) * 1000)::bigint";

  String qualified() {
    return schema.dot(TABLE);
  }

  boolean is(String otherSchema, String otherTable) {
    return schema.text().equals(otherSchema) && TABLE.text().equals(otherTable);
  }

  /** Inserts the marker; both values are of types that need no quoting. */
  String insert(UUID datTxn, long datTxTime) {
    return "INSERT INTO "
        + qualified()
        + " (dat_txn, dat_tx_time, created_ms) VALUES ('"
        + datTxn
        + "', "
        + datTxTime
        + ", "
        + NOW
        + ")";
  }

  /** The same for every marker. Values: dat_txn as text, dat_tx_time. */
  String insert() {
    return "INSERT INTO "
        + qualified()
        + " (dat_txn, dat_tx_time, created_ms) VALUES (CAST(? AS uuid), ?, "
        + NOW
        + ")";
  }

  /**
   * What stands under the marker's key, also after a fail-over. On a connection in no transaction.
   */
  Marker standing(Connection connection, UUID datTxn, Answers answers)
      throws SQLException, StoreException {
    return read(connection, datTxn) == Marker.ABSENT
        ? Marker.ABSENT
        : acknowledged(connection, datTxn, answers);
  }

  /** J7: a row that can be read may still not be replicated, so it is written once more. */
  private Marker acknowledged(Connection connection, UUID datTxn, Answers answers)
      throws SQLException, StoreException {
    String sql =
        "UPDATE "
            + qualified()
            + " SET created_ms = created_ms WHERE dat_txn = '"
            + datTxn
            + "' RETURNING dat_tx_time";
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute(DURABLY);
      Marker marker;
      try (ResultSet rows = statement.executeQuery(sql)) {
        if (!rows.next()) {
          throw answers.unknown("The marker of " + datTxn + " was there and is gone", null);
        }
        marker = meaning(rows.getLong(1));
      }
      statement.execute("COMMIT");
      answers.requireClean("The marker of " + datTxn, statement);
      connection.setAutoCommit(true);
      return marker;
    }
  }

  /** Reads the marker in a statement of its own (P1); on a standby absence would prove nothing. */
  private Marker read(Connection connection, UUID datTxn) throws SQLException {
    String sql =
        "SELECT pg_catalog.pg_is_in_recovery(), (SELECT dat_tx_time FROM "
            + qualified()
            + " WHERE dat_txn = ?)";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setObject(1, datTxn);
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        PostgresErrors.requirePrimary(!rows.getBoolean(1));
        long datTxTime = rows.getLong(2);
        return rows.wasNull() ? Marker.ABSENT : meaning(datTxTime);
      }
    }
  }

  /**
   * C1: puts a tombstone under the marker's key, waiting for whoever holds it. J7: a row that was
   * there already is written again, so that the clean end of this transaction covers it too.
   */
  Marker bury(Connection connection, UUID datTxn) throws SQLException {
    String sql =
        insert(datTxn, NEVER)
            + " ON CONFLICT (dat_txn) DO UPDATE SET created_ms = "
            + TABLE.quoted()
            + ".created_ms RETURNING dat_tx_time";
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return meaning(rows.getLong(1));
    }
  }

  private static Marker meaning(long datTxTime) {
    return datTxTime > 0 ? Marker.APPLIED : Marker.TOMBSTONE;
  }

  void create(Statement statement) throws SQLException {
    statement.execute(
        "CREATE TABLE IF NOT EXISTS "
            + qualified()
            + " (dat_txn uuid PRIMARY KEY, dat_tx_time bigint NOT NULL, created_ms bigint)");
  }
}
