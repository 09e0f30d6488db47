package org.datxa.bridge.postgresql.internal;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.datxa.bridge.handle.HandleRules;
import org.datxa.spi.Participation;
import org.datxa.spi.error.HandleRefused;

/** What the holder of a connection may do whose work belongs to a meta-transaction. */
final class EnlistedRules implements HandleRules {
  private static final Set<String> ENDING =
      Set.of("commit", "rollback", "setAutoCommit", "setSavepoint", "releaseSavepoint", "abort");

  private static final Map<Integer, String> LEVELS =
      Map.of(
          Connection.TRANSACTION_READ_UNCOMMITTED, "READ UNCOMMITTED",
          Connection.TRANSACTION_READ_COMMITTED, "READ COMMITTED",
          Connection.TRANSACTION_REPEATABLE_READ, "REPEATABLE READ",
          Connection.TRANSACTION_SERIALIZABLE, "SERIALIZABLE");

  private final Participation participation;
  private final PostgresBranch branch;
  private final BranchSession session;

  EnlistedRules(Participation participation, PostgresBranch branch) {
    this.participation = participation;
    this.branch = branch;
    this.session = branch.session();
  }

  void connect() throws SQLException {
    admitted(session::connection);
  }

  @Override
  public Connection connection() throws SQLException {
    return session.connection();
  }

  @Override
  public void before(String sql) throws SQLException {
    SqlText text = SqlText.of(sql == null ? "" : sql);
    if (text.transactionControl().isPresent()) {
      throw refused(text.transactionControl().get());
    }
    enter();
    session.worked();
    if (text.marksSession() && session.isBegun()) {
      session.lease().dirty();
    }
  }

  private void enter() throws SQLException {
    try {
      participation.requireUsable(branch);
    } catch (HandleRefused e) {
      throw new SQLException(e.getMessage(), PostgresErrors.IN_USE, e);
    }
    session.enter();
  }

  @Override
  public void after(SQLException failure) throws SQLException {
    if (session.leave(failure)) {
      return;
    }
    SQLException cause =
        failure == null
            ? new SQLException(
                "The statement ended the local transaction of "
                    + branch.datTxn()
                    + " in store '"
                    + branch.store()
                    + "'; it can only be rolled back now.",
                PostgresErrors.IN_USE)
            : failure;
    participation.rollbackOnly(branch, cause);
    if (failure == null) {
      throw cause;
    }
  }

  private <T> T admitted(Step<T> step) throws SQLException {
    enter();
    T result;
    try {
      result = step.run();
    } catch (SQLException e) {
      after(e);
      throw e;
    }
    after(null);
    return result;
  }

  @Override
  public Optional<Object> control(String method, Object... args) throws SQLException {
    if (ENDING.contains(method)) {
      throw refused(method);
    }
    return switch (method) {
      case "getAutoCommit" -> Optional.of(false);
      case "isReadOnly" -> Optional.of(session.isReadOnly());
      case "getTransactionIsolation" -> Optional.of(currentIsolation());
      case "setReadOnly" -> readOnly((Boolean) args[0]);
      case "setTransactionIsolation" -> isolation((Integer) args[0]);
      default -> {
        SessionMarks.note(session.lease(), method);
        yield Optional.empty();
      }
    };
  }

  private int currentIsolation() throws SQLException {
    return admitted(() -> session.connection().getTransactionIsolation());
  }

  private Optional<Object> readOnly(boolean wanted) throws SQLException {
    if (wanted != session.isReadOnly()) {
      if (!wanted) {
        throw new SQLException(
            "The transaction " + branch.datTxn() + " was begun as read-only.",
            PostgresErrors.IN_USE);
      }
      first("setReadOnly", "READ ONLY");
      session.readOnly(true);
    }
    return Optional.of(NOTHING);
  }

  private Optional<Object> isolation(int wanted) throws SQLException {
    String level = LEVELS.get(wanted);
    if (level == null) {
      throw new SQLException("PostgreSQL has no isolation level " + wanted + ".", "0A000");
    }
    if (!session.hasWorked() || currentIsolation() != wanted) {
      first("setTransactionIsolation", "ISOLATION LEVEL " + level);
    }
    return Optional.of(NOTHING);
  }

  /** PostgreSQL takes it before the first statement only, and forgets it with the transaction. */
  private void first(String method, String mode) throws SQLException {
    if (session.hasWorked()) {
      throw new SQLException(
          method + " comes before the first statement of a transaction.", "25001");
    }
    admitted(
        () -> {
          try (Statement statement = session.connection().createStatement()) {
            return statement.execute("SET TRANSACTION " + mode);
          }
        });
  }

  private SQLException refused(String what) {
    return new SQLException(
        what
            + " is refused: the connection takes part in the transaction "
            + branch.datTxn()
            + ", which ends it. End that transaction instead.",
        PostgresErrors.IN_USE);
  }

  @Override
  public void closed() {
    // the connection belongs to the branch
  }

  /** A step on the session. */
  @FunctionalInterface
  private interface Step<T> {
    T run() throws SQLException;
  }
}
