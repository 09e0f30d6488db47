package org.datxa.bridge.postgresql.internal;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.datxa.spi.Finding;

/** Looks at everything that a branch will need. */
final class StartupCheck {
  private static final int LEAST_VERSION = 130_000;

  private static final String SERVER =
      "SELECT pg_catalog.current_setting('server_version_num')::int,"
          + " pg_catalog.pg_is_in_recovery(),"
          + " pg_catalog.current_setting('max_prepared_transactions')::int,"
          + " pg_catalog.current_setting('transaction_read_only') = 'on'";

  private final PostgresSettings settings;
  private final MarkerTable markers;
  private final List<Finding> findings = new ArrayList<>();

  StartupCheck(PostgresSettings settings, MarkerTable markers) {
    this.settings = settings;
    this.markers = markers;
  }

  List<Finding> run(PostgresPools pools) {
    Lease lease;
    try {
      lease = pools.reserved();
    } catch (SQLException e) {
      find(
          "cannot connect to " + settings.place() + ": " + e.getMessage(),
          "start the server, or correct url, user and password");
      return findings;
    }
    try {
      if (server(lease.connection())) {
        findings.addAll(new MarkerTableCheck(settings, markers).run(lease.connection()));
      }
    } catch (SQLException e) {
      find("could not be examined: " + e.getMessage(), "correct what the server complains about");
    } finally {
      lease.giveBack(settings.limits().connect());
    }
    return findings;
  }

  /** Returns whether tables can be made here. */
  private boolean server(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(SERVER)) {
      row.next();
      if (row.getInt(1) < LEAST_VERSION) {
        find("the server is older than PostgreSQL 13", "use a newer server");
      }
      if (row.getInt(3) == 0) {
        find(
            "max_prepared_transactions is 0, so nothing can be prepared",
            "set max_prepared_transactions to at least max_connections and restart the server");
      }
      boolean standby = row.getBoolean(2);
      if (standby) {
        find("the server is a standby", "let the url name the primary");
      } else if (row.getBoolean(4)) {
        find(
            "transactions of this role are read-only by default",
            "reset default_transaction_read_only for the role or the database");
      }
      return !standby && !row.getBoolean(4);
    }
  }

  private void find(String problem, String nextStep) {
    findings.add(new Finding(settings.name(), problem, nextStep));
  }
}
