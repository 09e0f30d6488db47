package org.datxa.journal.internal.drevo;

/** Others wrote first, or the graph takes no writes just now. Nothing was written. */
final class Outrun extends Exception {
  private static final long serialVersionUID = 1L;

  Outrun(RuntimeException cause) {
    super(cause.getMessage(), cause);
  }

  boolean byFence() {
    return Failures.isFence(getCause());
  }
}
