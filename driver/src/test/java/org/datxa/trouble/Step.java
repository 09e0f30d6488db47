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
 * @param troubles what is tried at it
 * @param skip how many such messages come by first
 */
record Step(
    String name, During during, String message, Set<End> ends, Set<Trouble> troubles, int skip) {
  /** For a message that changes something. (A slow network is slow at every step: one cell.) */
  static final Set<Trouble> EFFECT = EnumSet.complementOf(EnumSet.of(Trouble.SLOW));

  /** Nothing but reading: lost before or after it was read is one and the same. */
  static final Set<Trouble> READING =
      EnumSet.of(Trouble.REFUSED, Trouble.PARTITIONED, Trouble.ANSWER_CUT, Trouble.KILLED);

  /** Work that ends with its connection, of which a killed server is one case more. */
  static final Set<Trouble> WORK =
      EnumSet.of(Trouble.REFUSED, Trouble.PARTITIONED, Trouble.ANSWER_CUT);

  /** What {@link #READING} leaves out, for a step of recovery that changes something. */
  static final Set<Trouble> LATE = EnumSet.of(Trouble.DEAF, Trouble.REQUEST_CUT);

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
  static Step before(String name, String message, Set<Trouble> troubles) {
    return new Step(
        name,
        During.TRANSACTION,
        message,
        EnumSet.of(End.ABORTED, End.COMMITTED, End.PENDING),
        troubles,
        0);
  }

  /** The decision itself. */
  static Step decision(String name, String message) {
    return new Step(name, During.TRANSACTION, message, EnumSet.allOf(End.class), EFFECT, 0);
  }

  /** It is decided, whatever happens. */
  static Step after(String name, String message) {
    return new Step(
        name, During.TRANSACTION, message, EnumSet.of(End.COMMITTED, End.PENDING), EFFECT, 0);
  }

  static Step recovery(String name, String message, Set<Trouble> troubles) {
    return new Step(name, During.RECOVERY, message, EnumSet.of(End.PENDING), troubles, 0);
  }

  static Step outcome(String name, String message) {
    return new Step(name, During.OUTCOME, message, EnumSet.of(End.COMMITTED, End.PENDING), WORK, 0);
  }

  /** The same at a later message. */
  Step skipping(int count) {
    return new Step(name, during, message, ends, troubles, count);
  }

  /** The same with other troubles. */
  Step with(Set<Trouble> others) {
    return new Step(name, during, message, ends, others, skip);
  }

  @Override
  public String toString() {
    return name;
  }
}
