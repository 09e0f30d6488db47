package org.datxa.trouble;

import java.util.EnumSet;
import java.util.Set;

/**
 * A message of a transaction at which a server gets into trouble.
 *
 * @param name what the message belongs to
 * @param during who sends it
 * @param message matches the message
 * @param ends how the transaction may end for its caller
 */
record Step(String name, During during, String message, Set<End> ends) {
  /** Who sends it. */
  enum During {
    TRANSACTION,
    RECOVERY,
    OUTCOME
  }

  /** What a caller is told. */
  enum End {
    COMMITTED,
    PENDING,
    ABORTED,
    IN_DOUBT
  }

  /** Nothing is decided yet, so it can only be rolled back, or go on where it was tried again. */
  static Step before(String name, String message) {
    return new Step(
        name, During.TRANSACTION, message, EnumSet.of(End.ABORTED, End.COMMITTED, End.PENDING));
  }

  /** The decision itself. */
  static Step decision(String name, String message) {
    return new Step(name, During.TRANSACTION, message, EnumSet.allOf(End.class));
  }

  /** It is decided, whatever happens. */
  static Step after(String name, String message) {
    return new Step(name, During.TRANSACTION, message, EnumSet.of(End.COMMITTED, End.PENDING));
  }

  static Step recovery(String name, String message) {
    return new Step(name, During.RECOVERY, message, EnumSet.of(End.PENDING));
  }

  static Step outcome(String name, String message) {
    return new Step(name, During.OUTCOME, message, EnumSet.of(End.COMMITTED, End.PENDING));
  }

  @Override
  public String toString() {
    return name;
  }
}
