package org.datxa.bridge.postgresql.internal;

import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.Optional;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.error.StoreException;
import org.datxa.spi.error.StoreRefused;
import org.datxa.spi.error.StoreUnknown;

/** Turns what the driver throws into the two sorts of answer that the engine knows. */
record Answers(String store) {
  StoreRefused refused(String what, SQLException cause) {
    return refused(PostgresErrors.kind(cause), what, cause);
  }

  StoreRefused refused(ErrorKind kind, String what, SQLException cause) {
    return new StoreRefused(store, kind, what + state(cause), cause);
  }

  StoreUnknown unknown(String what, SQLException cause) {
    return new StoreUnknown(store, what + state(cause), cause);
  }

  /** The answer after something was sent that changes the store. */
  StoreException after(String what, SQLException cause) {
    return PostgresErrors.isCertain(cause)
        ? refused(what + " was refused", cause)
        : unknown(what + " was sent and its answer was lost", cause);
  }

  /** J7: a durable step that ends with a warning may not be as durable as it was asked to be. */
  void requireClean(String what, Statement statement) throws SQLException, StoreUnknown {
    for (SQLWarning at = statement.getWarnings(); at != null; at = at.getNextWarning()) {
      boolean notice = Optional.ofNullable(at.getSQLState()).orElse("").startsWith("00");
      if (!notice) { // a wait for a standby that was cancelled ends with 01000
        throw unknown(what + " ended with a warning of the server", at);
      }
    }
  }

  private static String state(SQLException cause) {
    return cause == null || cause.getSQLState() == null
        ? "."
        : " (SQLSTATE " + cause.getSQLState() + ").";
  }
}
