package org.datxa.journal.internal.postgresql;

import java.sql.SQLException;

/** Looks into what the driver said. */
final class Failures {
  private Failures() {}

  static boolean hasState(Exception failure, String state) {
    return failure.getCause() instanceof SQLException cause && state.equals(cause.getSQLState());
  }
}
