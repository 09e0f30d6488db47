package org.datxa.checker.history;

import org.datxa.checker.history.Anomaly.Kind;

/** What a store promises to concurrent transactions. */
public enum Level {
  /** Neither dirty writes nor dirty, intermediate or circular reads. */
  READ_COMMITTED,
  /** A read of one moment too; write skew may be. */
  SNAPSHOT,
  /** As if one after the other. */
  SERIALIZABLE;

  boolean forbids(Kind kind) {
    return switch (kind) {
      case G2 -> this == SERIALIZABLE;
      case G_SINGLE -> this != READ_COMMITTED;
      default -> true;
    };
  }
}
