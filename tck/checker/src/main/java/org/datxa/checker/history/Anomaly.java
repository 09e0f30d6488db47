package org.datxa.checker.history;

/**
 * Something in a history that is not as if its transactions had run one after the other.
 *
 * @param kind what sort of thing
 * @param scope the store, or {@link ListAppend#ACROSS} for all stores together
 * @param forbidden whether it is against what is promised there
 * @param text what happened, in lines
 */
public record Anomaly(Kind kind, String scope, boolean forbidden, String text) {
  /** The phenomena, after Adya, and what must not be in any history. */
  public enum Kind {
    /** Two transactions overwrote one another in both orders. */
    G0,
    /** A read of what was rolled back. */
    G1A,
    /** A read of what was not the last write of its transaction. */
    G1B,
    /** Two transactions saw or overwrote one another in both orders. */
    G1C,
    /** One of them missed what the other wrote, once in the circle: read skew, a fractured read. */
    G_SINGLE,
    /** Write skew and the like: several such misses in the circle. */
    G2,
    /** A list that was read in two orders of which neither continues the other. */
    ORDER,
    /** An element that is in a list twice, or that nobody appended. */
    GARBAGE,
    /** A transaction that did not see its own appends. */
    INTERNAL,
    /** A committed append that is not there at the end. */
    LOST,
    /** A transaction of which a part is there at the end. */
    HALF
  }

  @Override
  public String toString() {
    return kind
        + " in "
        + scope
        + (forbidden ? ", which is forbidden" : ", which may be")
        + ": "
        + text;
  }
}
