package org.datxa.checker.history;

import java.util.List;
import java.util.stream.Collectors;

/**
 * One transaction of a history.
 *
 * @param name what it is called in a report; unique
 * @param end how it ended, as far as whoever ran it knows
 * @param ops its steps in their order; of one that did not commit, those that are known
 */
public record Txn(String name, End end, List<Op> ops) {
  /** How a transaction ended. */
  public enum End {
    /** It committed. */
    COMMITTED,
    /** It was rolled back. */
    ABORTED,
    /** Nobody was told. */
    UNKNOWN
  }

  /**
   * Keeps a copy.
   *
   * @param name its name
   * @param end its end
   * @param ops its steps
   */
  public Txn {
    ops = List.copyOf(ops);
  }

  @Override
  public String toString() {
    return name
        + " ("
        + end
        + "): "
        + ops.stream().map(Op::toString).collect(Collectors.joining(", "));
  }
}
