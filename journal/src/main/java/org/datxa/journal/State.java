package org.datxa.journal;

import java.util.EnumSet;
import java.util.Set;

/**
 * The states of a record, and the one table of legal changes. A change within one state writes new
 * progress only.
 */
public enum State {
  /** Staged, nothing voted. Recovery aborts it when it is stale. */
  ACTIVE,
  /**
   * Every two-phase branch is prepared. Recovery aborts it when it is stale, unless an outside
   * manager asked for the vote.
   */
  PREPARED,
  /** Decided. From now on it is only ever rolled forward. */
  COMMITTED,
  /** Decided and applied in every store. Final. */
  DONE,
  /** Decided against. Final; kept until it is cleaned. */
  ABORTED;

  private static final Set<State> FIRST = Set.of(ACTIVE, PREPARED, COMMITTED, ABORTED);

  /**
   * Whether a record may begin in this state.
   *
   * @return true for every state but DONE
   */
  public boolean mayBeFirst() {
    return FIRST.contains(this);
  }

  /**
   * Whether a record may go from this state to another.
   *
   * @param next the state to go to
   * @return true if the table has that change
   */
  public boolean mayBecome(State next) {
    return successors().contains(next);
  }

  /**
   * The states that a record may go to from this one.
   *
   * @return a row of the table
   */
  public Set<State> successors() {
    return switch (this) {
      case ACTIVE -> EnumSet.of(PREPARED, ABORTED);
      case PREPARED -> EnumSet.of(PREPARED, COMMITTED, ABORTED);
      case COMMITTED -> EnumSet.of(COMMITTED, DONE);
      case DONE -> EnumSet.of(DONE);
      case ABORTED -> EnumSet.of(ABORTED);
    };
  }

  /**
   * Whether the outcome is decided to be a commit.
   *
   * @return true for COMMITTED and DONE
   */
  public boolean committed() {
    return this == COMMITTED || this == DONE;
  }
}
