package org.datxa.bridge.postgresql.internal;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.datxa.spi.Gid;
import org.datxa.spi.Marker;
import org.datxa.spi.error.StoreException;

/** Asks and settles on the reserved pool, each time on a connection in no transaction. */
record Reserved(PostgresPools pools, Answers answers) {
  private static final int RESET_MILLIS = 5_000;
  private static final String LOCK_NOT_AVAILABLE = "55P03";

  <T> T ask(String what, Question<T> question) throws StoreException {
    Lease lease = borrow(what);
    try {
      return question.put(lease.connection());
    } catch (SQLException e) {
      throw answers.after(what, e);
    } finally {
      lease.giveBack(RESET_MILLIS);
    }
  }

  private Lease borrow(String what) throws StoreException {
    try {
      return pools.reserved();
    } catch (SQLException e) {
      throw answers.refused(what + ": no connection", e);
    }
  }

  /** C1: the loser's record under the marker's own key decides, waiting for who may still win. */
  Marker settle(Gid gid, MarkerTable markers, int lockMillis) throws StoreException {
    String what = "Settling " + gid;
    return ask(
        what,
        connection -> {
          connection.setAutoCommit(false);
          try (Statement statement = connection.createStatement()) {
            statement.execute(
                "SET LOCAL lock_timeout = " + lockMillis + "; " + MarkerTable.DURABLY);
            Marker marker = markers.bury(connection, gid.datTxn());
            statement.execute("COMMIT");
            answers.requireClean(what, statement);
            return marker;
          } catch (SQLException e) {
            if (PostgresErrors.has(e, LOCK_NOT_AVAILABLE)) {
              throw answers.unknown(
                  what + ": a session that may still commit holds the key; ask again later", e);
            }
            throw e;
          }
        });
  }

  /** Something to ask the server. */
  @FunctionalInterface
  interface Question<T> {
    T put(Connection connection) throws SQLException, StoreException;
  }
}
