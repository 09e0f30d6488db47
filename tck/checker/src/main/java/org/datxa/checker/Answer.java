package org.datxa.checker;

/** What whoever ran a transaction was told. */
public enum Answer {
  /** Decided and done: it must be there. */
  COMMITTED,
  /** Decided: it must be there once nothing is left to do. */
  PENDING,
  /** Rolled back: nothing of it may be there. */
  ABORTED,
  /** Not known to whoever ran it: all or nothing. */
  IN_DOUBT,
  /** Whoever ran it was gone before there was an answer: all or nothing. */
  NONE
}
