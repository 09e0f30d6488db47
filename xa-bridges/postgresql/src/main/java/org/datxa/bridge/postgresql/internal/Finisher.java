package org.datxa.bridge.postgresql.internal;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.datxa.bridge.SqlName;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.Gid;
import org.datxa.spi.Marker;
import org.datxa.spi.Resolution;
import org.datxa.spi.error.StoreException;

/** Ends prepared transactions, on a connection that is in no transaction. */
record Finisher(Answers answers, MarkerTable markers) {
  static final String COMMIT = "COMMIT PREPARED ";
  static final String ROLLBACK = "ROLLBACK PREPARED ";

  Resolution commit(Connection connection, Gid gid, boolean listed) throws StoreException {
    return (listed && finish(COMMIT, connection, gid.text()))
            || marker(connection, gid) == Marker.APPLIED
        ? Resolution.DONE
        : Resolution.HEURISTIC_ROLLBACK;
  }

  Resolution rollback(Connection connection, Gid gid, boolean listed) throws StoreException {
    return (listed && finish(ROLLBACK, connection, gid.text()))
            || marker(connection, gid) != Marker.APPLIED
        ? Resolution.DONE
        : Resolution.HEURISTIC_COMMIT;
  }

  /** Returns false when the gid is not there (any more). */
  boolean finish(String command, Connection connection, String gid) throws StoreException {
    String what = command + "[" + gid + "]";
    try (Statement statement = connection.createStatement()) {
      statement.execute(command + SqlName.literal(gid));
      answers.requireClean(what, statement);
      return true;
    } catch (SQLException e) {
      if (PostgresErrors.has(e, PostgresErrors.UNDEFINED_OBJECT)) {
        return false;
      }
      if (PostgresErrors.has(e, PostgresErrors.OBJECT_BUSY)) { // P2
        throw answers.refused(ErrorKind.TRANSIENT, what + ": somebody else is at it", e);
      }
      throw answers.after(what, e);
    }
  }

  /** P1: read after the gid was seen to be missing, in a statement of its own. */
  private Marker marker(Connection connection, Gid gid) throws StoreException {
    try {
      return markers.standing(connection, gid.datTxn(), answers);
    } catch (SQLException e) {
      throw answers.unknown("The marker could not be read [" + gid + "]", e);
    }
  }
}
