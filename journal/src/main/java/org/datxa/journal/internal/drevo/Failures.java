package org.datxa.journal.internal.drevo;

import java.util.Set;
import org.neo4j.driver.exceptions.Neo4jException;

/** Looks into what the server said. */
final class Failures {
  static final String NO_DATABASE = "Neo.ClientError.Database.DatabaseNotFound";

  private static final String OUTDATED = "Neo.TransientError.Transaction.Outdated";
  private static final String FENCE = "Neo.TransientError.Transaction.LockAcquisitionTimeout";
  private static final String CONSTRAINT = "Neo.ClientError.Schema.ConstraintValidationFailed";
  private static final Set<String> OUTRUN = Set.of(OUTDATED, FENCE);

  private Failures() {}

  /** Certainly not written, and worth another try. */
  static boolean isOutrun(Throwable failure) {
    return OUTRUN.contains(code(failure));
  }

  /** A transaction that somebody prepared keeps everybody from writing. */
  static boolean isFence(Throwable failure) {
    return FENCE.equals(code(failure));
  }

  /** A commit that was answered in this way certainly did not happen. */
  static boolean isCleanRefusal(Throwable failure) {
    return CONSTRAINT.equals(code(failure));
  }

  /** Titles are the only thing in a graph that is unique. */
  static boolean isDuplicate(Throwable failure) {
    return byServer(failure) && String.valueOf(failure.getMessage()).contains("duplicate title");
  }

  /** The server understood that it does not know what was asked for. */
  static boolean isUnsupported(Throwable failure) {
    String code = code(failure);
    return code.startsWith("Neo.ClientError.Statement.")
        || code.equals("Neo.DatabaseError.General.UnknownError");
  }

  /** Whether the server itself answered with an error. */
  static boolean byServer(Throwable failure) {
    return code(failure).startsWith("Neo.");
  }

  static String code(Throwable failure) {
    return failure instanceof Neo4jException known ? String.valueOf(known.code()) : "";
  }
}
