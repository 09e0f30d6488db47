package org.datxa.journal.internal.postgresql;

import java.sql.SQLException;
import org.datxa.journal.JournalException;
import org.postgresql.util.PSQLException;

/** Looks into what the driver said. */
final class Failures {
  private Failures() {}

  static boolean hasState(JournalException failure, String state) {
    return failure.getCause() instanceof SQLException cause && state.equals(cause.getSQLState());
  }

  /** Whether the server itself answered with an error. */
  static boolean byServer(Throwable failure) {
    return failure instanceof PSQLException e && e.getServerErrorMessage() != null;
  }

  /** Whether the server said that it ends or ended the session, perhaps long before the request. */
  static boolean sessionEnded(SQLException failure) {
    String state = failure.getSQLState();
    return state != null && (state.startsWith("57P") || state.startsWith("08"));
  }
}
