package org.datxa.journal.internal.postgresql;

import java.net.SocketTimeoutException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import org.datxa.journal.JournalConflict;
import org.datxa.journal.JournalException;
import org.datxa.journal.JournalRefused;
import org.datxa.journal.JournalUnknown;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One text, one round trip, one transaction; and what is known when it failed. A text that carries
 * its own COMMIT either fails before it, which the server proves by answering a ROLLBACK on the
 * same connection, or nothing is known. J1.
 */
final class Exchange {
  private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);
  private static final String DUPLICATE = "23505";
  private static final String WARNING_CLASS_NONE = "00";

  private final PostgresPool pool;

  Exchange(PostgresPool pool) {
    this.pool = pool;
  }

  /** Gives a statement its values. */
  @FunctionalInterface
  interface Values {
    void bind(PreparedStatement statement) throws SQLException;

    /** A lock timeout in milliseconds, and a number. */
    static Values of(String lockTimeout, long number) {
      return statement -> {
        statement.setString(1, lockTimeout);
        statement.setLong(2, number);
      };
    }
  }

  /** Makes a result of the answers. */
  @FunctionalInterface
  interface Answer<T> {
    T read(Results results) throws SQLException, JournalException;
  }

  /** What was asked, how, and with which values. */
  record Request(String what, String sql, Values values) {}

  /** Runs a text that begins with BEGIN and ends with COMMIT. */
  <T> T write(Request request, Answer<T> answer) throws JournalException {
    try (Connection connection = pool.acquire(request.what());
        PreparedStatement statement = prepared(connection, request)) {
      return send(connection, statement, request, answer);
    } catch (SQLException e) {
      // only from closing: after an answer that is no longer trusted
      throw unknown(request, e);
    }
  }

  private static PreparedStatement prepared(Connection connection, Request request)
      throws JournalRefused {
    try {
      PreparedStatement statement = connection.prepareStatement(request.sql());
      request.values().bind(statement);
      return statement;
    } catch (SQLException e) {
      throw new JournalRefused("Not sent: " + request.what() + ": " + e.getMessage(), e);
    }
  }

  private static <T> T send(
      Connection connection, PreparedStatement statement, Request request, Answer<T> answer)
      throws JournalException {
    try {
      statement.execute();
      refuseWarnings(statement, request);
      return answer.read(new Results(statement));
    } catch (SQLException e) {
      throw failed(connection, request, e);
    } catch (RuntimeException e) {
      abandon(connection, e);
      throw unknown(request, e);
    }
  }

  // J7: a cancelled wait for the replica is a warning, and its record is not safe
  private static void refuseWarnings(Statement statement, Request request)
      throws SQLException, JournalUnknown {
    for (SQLWarning next = statement.getWarnings(); next != null; next = next.getNextWarning()) {
      String state = next.getSQLState();
      if (state == null || !state.startsWith(WARNING_CLASS_NONE)) {
        throw unknown(request, next);
      }
      LOG.debug("Notice on {}: {}", request.what(), next.getMessage());
    }
  }

  private static JournalException failed(
      Connection connection, Request request, SQLException failure) {
    if (!Failures.byServer(failure) || !rolledBack(connection, failure)) {
      abandon(connection, failure);
      return unknown(request, failure);
    }
    String text = request.what() + ": " + failure.getMessage();
    return DUPLICATE.equals(failure.getSQLState())
        ? new JournalConflict("There is a record already: " + text + ". Next: read it.", failure)
        : new JournalRefused("The journal refused: " + text, failure);
  }

  private static boolean rolledBack(Connection connection, SQLException failure) {
    try (Statement rollback = connection.createStatement()) {
      rollback.execute("ROLLBACK");
      return true;
    } catch (SQLException e) {
      failure.addSuppressed(e);
      return false;
    }
  }

  private static void abandon(Connection connection, Exception failure) {
    try {
      connection.abort(Runnable::run);
    } catch (SQLException e) {
      failure.addSuppressed(e);
    }
  }

  private static JournalUnknown unknown(Request request, Exception cause) {
    return new JournalUnknown(
        "The answer was lost or is not clean: "
            + request.what()
            + ": "
            + cause.getMessage()
            + ". Next: settle it by another write.",
        cause);
  }

  /**
   * Runs a reading text on a primary. All idle connections may be dead, each of which is found out
   * once, so as many are tried; not after a silence, of which each would last as long.
   */
  <T> T read(Request request, Answer<T> answer) throws JournalException {
    for (int left = pool.config().poolSize(); ; left--) {
      try {
        return readOnce(request, answer);
      } catch (SQLException e) {
        boolean answered = Failures.byServer(e) && !Failures.sessionEnded(e);
        if (left == 0 || answered || e.getCause() instanceof SocketTimeoutException) {
          throw unreadable(request, e);
        }
        LOG.debug("Read again on another connection: {}", request.what(), e);
        pool.dropIdle();
      }
    }
  }

  private <T> T readOnce(Request request, Answer<T> answer) throws SQLException, JournalException {
    try (Connection connection = pool.acquire(request.what());
        PreparedStatement statement =
            connection.prepareStatement(PostgresSql.ON_STANDBY + request.sql())) {
      request.values().bind(statement);
      statement.execute();
      return answer.read(primary(statement));
    }
  }

  private JournalRefused unreadable(Request request, SQLException cause) {
    String text = " could not be read for " + request.what() + ": " + cause.getMessage();
    return new JournalRefused("The journal at " + pool.location() + text, cause);
  }

  private Results primary(PreparedStatement statement) throws SQLException, JournalRefused {
    Results results = new Results(statement);
    try (var rows = results.rows()) {
      if (!rows.next() || rows.getBoolean(1)) {
        throw new JournalRefused(
            "The journal at " + pool.location() + " is a standby. Next: name its primary.", null);
      }
    }
    return results.skip(1);
  }
}
