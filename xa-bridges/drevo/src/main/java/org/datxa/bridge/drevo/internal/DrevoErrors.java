package org.datxa.bridge.drevo.internal;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.datxa.bridge.drevo.DrevoException;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.error.ErrorChain;
import org.neo4j.driver.exceptions.Neo4jException;
import org.neo4j.driver.exceptions.ServiceUnavailableException;
import org.neo4j.driver.exceptions.SessionExpiredException;

/** What drevo's errors mean. Some differ in nothing but a few words of their message. */
final class DrevoErrors {
  private static final String CONFLICT = "Neo.TransientError.Transaction.Outdated";
  private static final String FENCED = "Neo.TransientError.Transaction.LockAcquisitionTimeout";
  static final String NO_DATABASE = "Neo.ClientError.Database.DatabaseNotFound";

  private static final String TRANSIENT = "Neo.TransientError.";
  private static final String OF_THE_SERVER = "Neo.DatabaseError.";
  private static final String TIMED_OUT = "Neo.ClientError.Transaction.TransactionTimedOut";
  private static final String DUPLICATE = "duplicate title";

  /** Codes that mean something else than their class says. */
  private static final Map<String, ErrorKind> KINDS =
      Map.of(
          TIMED_OUT,
          ErrorKind.TRANSIENT,
          "Neo.ClientError.Schema.ConstraintValidationFailed",
          ErrorKind.CONSTRAINT);

  private DrevoErrors() {}

  /** The kind by the table in the README of this module. Rule E1. */
  static ErrorKind kind(Throwable error) {
    ErrorChain chain = ErrorChain.of(error);
    boolean full = chain.isDeviceFull() || told(chain.all()).anyMatch(ErrorKind.STORE_FULL::equals);
    return full // E3
        ? ErrorKind.STORE_FULL
        : told(chain.main().stream())
            .findFirst()
            .or(() -> told(chain.suppressed().stream()).findFirst())
            .orElseGet(() -> isLoss(chain) ? ErrorKind.TRANSIENT : ErrorKind.PERMANENT);
  }

  private static Stream<ErrorKind> told(Stream<Throwable> errors) {
    return errors.flatMap(error -> own(error).stream());
  }

  private static Optional<ErrorKind> own(Throwable error) {
    if (error instanceof DrevoException it) {
      return Optional.of(it.kind());
    }
    if (error instanceof LinkException it && it.isAnswer()) {
      return Optional.of(kind(it.code(), it.getMessage()));
    }
    return error instanceof Neo4jException it && String.valueOf(it.code()).startsWith("Neo.")
        ? Optional.of(kind(it.code(), it.getMessage()))
        : Optional.empty();
  }

  private static ErrorKind kind(String code, String message) {
    if (KINDS.containsKey(code)) {
      return KINDS.get(code);
    }
    if (code.startsWith(TRANSIENT)) {
      return ErrorKind.TRANSIENT;
    }
    if (!code.startsWith(OF_THE_SERVER)) {
      return ErrorKind.PERMANENT;
    }
    if (lower(message).contains(DUPLICATE)) { // the title, which is quoted, may be any text
      return ErrorKind.CONSTRAINT;
    }
    return isFull(message) ? ErrorKind.STORE_FULL : ErrorKind.PERMANENT;
  }

  /** A connection of the client's that failed; not one of the application. */
  private static boolean isLoss(ErrorChain chain) {
    boolean ofTheClient =
        chain.main().stream()
            .anyMatch(it -> it instanceof LinkException || it instanceof Neo4jException);
    return ofTheClient && chain.main().stream().anyMatch(DrevoErrors::isLoss);
  }

  private static boolean isLoss(Throwable error) {
    return error instanceof ServiceUnavailableException
        || error instanceof SessionExpiredException
        || error instanceof IOException
        || error instanceof TimeoutException
        || (error instanceof LinkException it && !it.isAnswer() && it.getCause() == null);
  }

  /**
   * Whether the server certainly refused a COMMIT or a prepare. What it calls an error of its own
   * may come from a log that could be written but not made durable: after a restart it may be
   * there. Of a statement that took too long nothing says that it was stopped before its effect.
   */
  static boolean isCertain(LinkException error) {
    if (!error.isAnswer() || error.code().equals(TIMED_OUT)) {
      return false;
    }
    return !error.code().startsWith(OF_THE_SERVER)
        || isFull(error.getMessage())
        || error.says("no open transaction")
        || error.says("without an open transaction")
        || error.says("already-closed");
  }

  /** Whether another writer was faster, or has something prepared: trying again may succeed. */
  static boolean isInTheWay(LinkException error) {
    return error.code().equals(CONFLICT) || error.code().equals(FENCED);
  }

  static boolean isTitleTaken(LinkException error) {
    return error.says(DUPLICATE);
  }

  private static boolean isFull(String message) {
    return ErrorChain.saysFull(message) || lower(message).contains("no storage space");
  }

  static String lower(String message) {
    return message == null ? "" : message.toLowerCase(Locale.ROOT);
  }
}
