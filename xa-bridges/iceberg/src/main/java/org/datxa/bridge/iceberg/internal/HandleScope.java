package org.datxa.bridge.iceberg.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.datxa.spi.Branch;
import org.datxa.spi.Participation;

/** Where a handle may be used: in the transaction that it was made in, or outside any. */
final class HandleScope {
  /** Work in a branch. */
  @FunctionalInterface
  interface Work {
    void in(IcebergBranch branch) throws IOException;
  }

  private final Participation participation;
  private final IcebergBranch branch;

  private HandleScope(Participation participation, IcebergBranch branch) {
    this.participation = participation;
    this.branch = branch;
  }

  /** The scope of the calling thread; joins its transaction. */
  static HandleScope current(Participation participation) {
    Optional<Branch> joined = participation.join();
    return new HandleScope(participation, joined.map(IcebergBranch.class::cast).orElse(null));
  }

  /** The branch of the transaction, or empty outside any. */
  Optional<IcebergBranch> branch() {
    return Optional.ofNullable(branch);
  }

  boolean inTransaction() {
    return branch != null;
  }

  void requireUsable() {
    if (branch == null) {
      participation.requireOutside();
    } else {
      participation.requireUsable(branch);
    }
  }

  /** Does work in the transaction; outside any, as a transaction of its own. */
  void run(Work work) {
    requireUsable();
    try {
      if (branch == null) {
        participation.alone(
            own -> {
              work.in((IcebergBranch) own);
              return null;
            });
      } else {
        work.in(branch);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("The rows could not be kept", e);
    }
  }
}
