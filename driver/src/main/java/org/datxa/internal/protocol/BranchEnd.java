package org.datxa.internal.protocol;

import java.util.Objects;

/**
 * How far the finish of one branch came.
 *
 * @param store the store
 * @param how how far
 * @param note a few words for a human
 */
public record BranchEnd(String store, How how, String note) {
  /** How far. */
  public enum How {
    /** The store holds the data and the marker. */
    FINISHED,
    /** A promise was broken; only a human ends it. */
    HEURISTIC,
    /** Recovery goes on with it. */
    PENDING
  }

  /** Checks that nothing is missing. */
  public BranchEnd {
    Objects.requireNonNull(store, "store");
    Objects.requireNonNull(how, "how");
    Objects.requireNonNull(note, "note");
  }

  static BranchEnd finished(String store, String note) {
    return new BranchEnd(store, How.FINISHED, note);
  }

  static BranchEnd heuristic(String store, String note) {
    return new BranchEnd(store, How.HEURISTIC, note);
  }

  static BranchEnd pending(String store, String note) {
    return new BranchEnd(store, How.PENDING, note);
  }

  static BranchEnd pending(String store, String what, Reply<?> reply) {
    Throwable cause = reply.cause();
    return pending(store, what + (cause == null ? "" : ": " + cause.getMessage()));
  }
}
