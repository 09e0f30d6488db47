package org.datxa.bridge.postgresql.internal;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.error.ErrorChain;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** What PostgreSQL's errors mean. */
final class PostgresErrors {
  static final String UNIQUE_VIOLATION = "23505";
  static final String UNDEFINED_OBJECT = "42704";
  static final String OBJECT_BUSY = "55000";
  static final String IN_USE = "25000";

  private static final String FULL = "53100";
  private static final String REJECTED = "08004";

  /** Says that the transaction idled too long, and is never said of one that is being ended. */
  private static final String IDLED_OUT = "25P03";

  private static final Set<String> FATAL = Set.of("FATAL", "PANIC");
  private static final Set<String> AGAIN =
      Set.of("53000", "53200", "53300", "55006", "55P03", "25P03", "25P04", "72000");
  private static final Set<String> ENDED = Set.of("57P01", "57P02", "57P03", "57P04", "57P05");

  private PostgresErrors() {}

  /** The kind by the table in the README of this module. Rule E1. */
  static ErrorKind kind(Throwable error) {
    ErrorChain chain = ErrorChain.of(error);
    if (chain.isDeviceFull() || chain.all().anyMatch(PostgresErrors::isFull)) {
      return ErrorKind.STORE_FULL; // E3
    }
    return told(chain.main())
        .or(() -> told(chain.suppressed()))
        .orElseGet(() -> isBroken(chain) ? ErrorKind.TRANSIENT : ErrorKind.PERMANENT);
  }

  /** What wraps a driver's exception has a state too, which says nothing: the inner one decides. */
  private static Optional<ErrorKind> told(List<Throwable> chain) {
    List<ErrorKind> kinds =
        chain.stream().flatMap(at -> state(at).stream()).map(PostgresErrors::kindOf).toList();
    return kinds.stream()
        .filter(kind -> kind != ErrorKind.PERMANENT)
        .findFirst()
        .or(() -> kinds.stream().findFirst());
  }

  private static boolean isBroken(ErrorChain chain) {
    return chain.main().stream().anyMatch(SQLException.class::isInstance)
        && chain.main().stream().anyMatch(IOException.class::isInstance);
  }

  private static ErrorKind kindOf(String state) {
    if (state.equals(REJECTED)) {
      return ErrorKind.PERMANENT;
    }
    if (state.startsWith("23") || state.equals("40002") || state.equals("44000")) {
      return ErrorKind.CONSTRAINT;
    }
    boolean again = AGAIN.contains(state) || state.startsWith("40") || isLost(state);
    return again ? ErrorKind.TRANSIENT : ErrorKind.PERMANENT;
  }

  /**
   * Whether the server certainly refused: it said so itself, and not while going away. A server
   * that panics over its log may have the commit in the log already, and finds it there when it
   * starts again. One that hits transaction_timeout may say so just after the commit.
   */
  static boolean isCertain(SQLException error) {
    String state = state(error).orElse("");
    if (!(error instanceof PSQLException server) || server.getServerErrorMessage() == null) {
      return false;
    }
    if (state.equals(IDLED_OUT)) {
      return true;
    }
    boolean stays = !FATAL.contains(String.valueOf(server.getServerErrorMessage().getSeverity()));
    return stays && !isLost(state) && !isOfTheServer(state);
  }

  /** Its disk, a bug of it, or an outcome that it does not know itself. */
  private static boolean isOfTheServer(String state) {
    return state.startsWith("58")
        || state.startsWith("XX")
        || state.equals("25P04")
        || state.equals("40003");
  }

  static void requirePrimary(boolean primary) throws SQLException {
    if (!primary) {
      throw new SQLException("The server is a standby; only the primary can be asked.", "57P03");
    }
  }

  static boolean has(SQLException error, String state) {
    return state.equals(error.getSQLState());
  }

  /** Whether a unique key was hit that belongs to the table of markers, not to the work. */
  static boolean isMarkerTaken(SQLException error, MarkerTable markers) {
    if (!has(error, UNIQUE_VIOLATION) || !(error instanceof PSQLException server)) {
      return false;
    }
    ServerErrorMessage message = server.getServerErrorMessage();
    return message != null && markers.is(message.getSchema(), message.getTable());
  }

  /** Whether the wait for the server was in vain. */
  static boolean isSilence(SQLException error) {
    return ErrorChain.of(error).main().stream().anyMatch(SocketTimeoutException.class::isInstance);
  }

  private static boolean isLost(String state) {
    return state.startsWith("08") || ENDED.contains(state);
  }

  /** Only of errors of the server's own; others may quote data of the application. */
  private static boolean isFull(Throwable at) {
    String state = state(at).orElse("");
    boolean own = state.startsWith("58") || state.startsWith("XX");
    return state.equals(FULL) || (own && ErrorChain.saysFull(at.getMessage()));
  }

  private static Optional<String> state(Throwable at) {
    return at instanceof SQLException sql
        ? Optional.ofNullable(sql.getSQLState())
        : Optional.empty();
  }
}
