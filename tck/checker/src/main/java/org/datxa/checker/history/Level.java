package org.datxa.checker.history;

import java.util.EnumSet;
import java.util.Set;
import org.datxa.checker.history.Anomaly.Kind;

/** What a store promises to concurrent transactions. */
public enum Level {
  /** Neither dirty writes nor dirty, intermediate or circular reads. */
  READ_COMMITTED(EnumSet.of(Kind.G_SINGLE, Kind.G2)),
  /** A read of one moment too; write skew may be. */
  SNAPSHOT(EnumSet.of(Kind.G2)),
  /** As if one after the other. */
  SERIALIZABLE(EnumSet.noneOf(Kind.class));

  private final Set<Kind> allowed;

  Level(Set<Kind> allowed) {
    this.allowed = allowed;
  }

  boolean forbids(Kind kind) {
    return !allowed.contains(kind);
  }
}
