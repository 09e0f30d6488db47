package org.datxa.bridge.postgresql.internal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.datxa.spi.ForeignGid;
import org.datxa.spi.error.StoreUnknown;

/** What the server lists as prepared for outside managers, and which session may still prepare. */
record ForeignList(Answers answers) {
  private static final String LISTED =
      "SELECT pg_catalog.pg_is_in_recovery(), p.gid FROM (SELECT 1) AS one"
          + " LEFT JOIN pg_catalog.pg_prepared_xacts AS p"
          + " ON p.database = pg_catalog.current_database() AND pg_catalog.starts_with(p.gid, ?)";

  /** A session that is idle has no transaction, so what reaches it late prepares nothing. */
  private static final String GOING =
      "SELECT pg_catalog.pg_sleep(?) FROM pg_catalog.pg_stat_activity WHERE pid = ?"
          + " AND usename = current_user AND state IS DISTINCT FROM 'idle'";

  private static final Duration PAUSE = Duration.ofMillis(50);

  List<ForeignGid> of(Connection connection, String prefix) throws SQLException {
    List<ForeignGid> found = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(LISTED)) {
      statement.setString(1, prefix);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          PostgresErrors.requirePrimary(!rows.getBoolean(1));
          ForeignGid.parse(rows.getString(2)).ifPresent(found::add);
        }
      }
    }
    return found;
  }

  /** X5: waits until a session is gone, or has no transaction; a late PREPARE is then harmless. */
  void requireEnded(Connection connection, int session, int millis)
      throws SQLException, StoreUnknown {
    for (long left = Math.max(1, millis / PAUSE.toMillis()); left > 0; left--) {
      if (!isGoing(connection, session)) {
        return;
      }
    }
    throw answers.unknown("The session " + session + " may still prepare; ask again later", null);
  }

  private static boolean isGoing(Connection connection, int session) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(GOING)) {
      statement.setDouble(1, PAUSE.toMillis() / 1000.0);
      statement.setInt(2, session);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next();
      }
    }
  }
}
