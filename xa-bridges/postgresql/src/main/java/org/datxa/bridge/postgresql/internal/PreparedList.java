package org.datxa.bridge.postgresql.internal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.Gid;
import org.datxa.spi.PreparedBranch;
import org.datxa.spi.error.StoreRefused;

/** What the server lists as prepared. A standby lists nothing, which would look like "finished". */
record PreparedList(Answers answers) {
  private static final String ALL =
      "SELECT pg_catalog.pg_is_in_recovery(), p.gid,"
          + " (extract(epoch from clock_timestamp() - p.prepared) * 1000)::bigint"
          + " FROM (SELECT 1) AS one LEFT JOIN pg_catalog.pg_prepared_xacts AS p"
          + " ON p.database = pg_catalog.current_database() AND p.gid LIKE 'dat:%'";

  private static final String ONE =
      "SELECT pg_catalog.pg_is_in_recovery(),"
          + " (SELECT database = pg_catalog.current_database()"
          + " FROM pg_catalog.pg_prepared_xacts WHERE gid = ?)";

  List<PreparedBranch> of(Connection connection) throws SQLException {
    List<PreparedBranch> found = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(ALL)) {
      while (rows.next()) {
        PostgresErrors.requirePrimary(!rows.getBoolean(1));
        long age = rows.getLong(3);
        Gid.parse(rows.getString(2))
            .filter(gid -> gid.store().equals(answers.store()))
            .ifPresent(gid -> found.add(new PreparedBranch(gid, age)));
      }
    }
    return found;
  }

  boolean contains(Connection connection, String gid) throws SQLException, StoreRefused {
    try (PreparedStatement statement = connection.prepareStatement(ONE)) {
      statement.setString(1, gid);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        PostgresErrors.requirePrimary(!row.getBoolean(1));
        boolean here = row.getBoolean(2);
        if (!row.wasNull() && !here) {
          throw answers.refused(
              ErrorKind.PERMANENT, gid + " is prepared in another database of this server", null);
        }
        return here;
      }
    }
  }
}
