package org.datxa.bridge.postgresql.internal;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.datxa.spi.ErrorKind;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** What PostgreSQL's errors mean. */
final class PostgresErrors {
  static final String UNIQUE_VIOLATION = "23505";
  static final String UNDEFINED_OBJECT = "42704";
  static final String OBJECT_BUSY = "55000";
  static final String IN_USE = "25000";

  /** Says that the transaction idled too long, and is never said of one that is being ended. */
  private static final String IDLED_OUT = "25P03";

  private static final Set<String> FATAL = Set.of("FATAL", "PANIC");
  private static final Set<String> AGAIN =
      Set.of("40001", "40P01", "53200", "53300", "55P03", "25P03", "25P04");
  private static final Set<String> ENDED = Set.of("57P01", "57P02", "57P03", "57P04", "57P05");

  private PostgresErrors() {}

  static ErrorKind kind(Throwable error) {
    Set<Throwable> chain = chain(error);
    if (chain.stream().anyMatch(PostgresErrors::isFull)) {
      return ErrorKind.STORE_FULL;
    }
    return chain.stream()
        .flatMap(at -> state(at).stream())
        .findFirst()
        .map(PostgresErrors::kindOf)
        .orElse(
            chain.stream().anyMatch(IOException.class::isInstance)
                ? ErrorKind.TRANSIENT
                : ErrorKind.PERMANENT);
  }

  private static ErrorKind kindOf(String state) {
    if (AGAIN.contains(state) || isLost(state)) {
      return ErrorKind.TRANSIENT;
    }
    if (state.equals("53100")) {
      return ErrorKind.STORE_FULL;
    }
    return state.startsWith("23") ? ErrorKind.CONSTRAINT : ErrorKind.PERMANENT;
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
    return chain(error).stream().anyMatch(SocketTimeoutException.class::isInstance);
  }

  private static boolean isLost(String state) {
    return state.startsWith("08") || ENDED.contains(state);
  }

  private static boolean isFull(Throwable at) {
    String message = at.getMessage() == null ? "" : at.getMessage().toLowerCase(Locale.ROOT);
    return message.contains("no space left on device")
        || message.contains("disk quota exceeded")
        || message.contains("enospc")
        || message.contains("edquot");
  }

  private static Optional<String> state(Throwable at) {
    return at instanceof SQLException sql
        ? Optional.ofNullable(sql.getSQLState())
        : Optional.empty();
  }

  private static Set<Throwable> chain(Throwable error) {
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Set<Throwable> chain = new LinkedHashSet<>();
    for (Throwable at = error; at != null && seen.add(at); at = at.getCause()) {
      chain.add(at);
    }
    return chain;
  }
}
