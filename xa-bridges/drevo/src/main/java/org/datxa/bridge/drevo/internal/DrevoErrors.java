package org.datxa.bridge.drevo.internal;

import java.io.IOException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.datxa.bridge.drevo.DrevoException;
import org.datxa.spi.ErrorKind;
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

  static ErrorKind kind(Throwable error) {
    Set<Throwable> chain = chain(error);
    if (chain.stream().anyMatch(it -> isFull(it.getMessage()))) {
      return ErrorKind.STORE_FULL; // E3
    }
    for (Throwable at : chain) {
      if (at instanceof DrevoException it) {
        return it.kind();
      }
      if (at instanceof LinkException it && it.isAnswer()) {
        return kind(it.code(), it.getMessage());
      }
      if (at instanceof Neo4jException it && String.valueOf(it.code()).startsWith("Neo.")) {
        return kind(it.code(), it.getMessage());
      }
    }
    return chain.stream().anyMatch(DrevoErrors::isLoss) ? ErrorKind.TRANSIENT : ErrorKind.PERMANENT;
  }

  private static ErrorKind kind(String code, String message) {
    if (KINDS.containsKey(code)) {
      return KINDS.get(code);
    }
    if (code.startsWith(TRANSIENT)) {
      return ErrorKind.TRANSIENT;
    }
    boolean taken = code.startsWith(OF_THE_SERVER) && lower(message).contains(DUPLICATE);
    return taken ? ErrorKind.CONSTRAINT : ErrorKind.PERMANENT;
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
    String text = lower(message);
    return text.contains("no space left")
        || text.contains("disk quota exceeded")
        || text.contains("enospc")
        || text.contains("edquot");
  }

  static String lower(String message) {
    return message == null ? "" : message.toLowerCase(Locale.ROOT);
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
