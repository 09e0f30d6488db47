package org.datxa.crash.matrix;

/** How a transaction comes to DatXA. */
enum Way {
  /** A unit of work. */
  UNIT(false, false),
  /** Narayana, one resource for all stores and no other. */
  JTA(false, false),
  /** Narayana, one resource for all stores, and another database beside it. */
  JTA_OTHER(false, true),
  /** Narayana, a resource for each store that can prepare. */
  SPLIT(true, false),
  /** The same with another database beside them. */
  SPLIT_OTHER(true, true);

  private final boolean split;
  private final boolean other;

  Way(boolean split, boolean other) {
    this.split = split;
    this.other = other;
  }

  boolean isSplit() {
    return split;
  }

  boolean hasOther() {
    return other;
  }

  /** Whether DatXA is asked for its vote before it may decide. */
  boolean isVoting() {
    return split || other;
  }
}
