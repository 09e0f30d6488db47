package org.datxa.spi;

/**
 * What a store's table of applied markers says of one meta-transaction. Rules M2 and M3 of SPEC.md.
 */
public enum Marker {
  /** A marker with a time above zero: the branch is committed. */
  APPLIED,
  /** A tombstone: the branch can never be committed any more. */
  TOMBSTONE,
  /** Neither. While a session may still commit, this proves nothing. */
  ABSENT
}
