package org.datxa.spi;

/** How a prepared branch was found or made to end. Rule F2 of SPEC.md. */
public enum Resolution {
  /** As asked: now, or earlier by somebody else (the applied marker proves a commit). */
  DONE,
  /** A commit was asked, but the gid is gone and no marker is there: somebody rolled it back. */
  HEURISTIC_ROLLBACK,
  /** A roll-back was asked, but the gid is gone and the marker is there: somebody committed it. */
  HEURISTIC_COMMIT
}
