package org.datxa.simulation;

import java.util.BitSet;

/**
 * How often each part of a payload is there; never changed.
 *
 * @param parts how many parts there are, eight at most
 * @param packed eight bits for each
 */
record Counts(int parts, long packed) {
  static Counts none(int parts) {
    return new Counts(parts, 0);
  }

  int at(int part) {
    return (int) (packed >>> (8 * part)) & 0xff;
  }

  Counts plus(int part, int more) {
    return new Counts(parts, packed + ((long) more << (8 * part)));
  }

  boolean isEmpty() {
    return packed == 0;
  }

  boolean all(int times) {
    for (int i = 0; i < parts; i++) {
      if (at(i) != times) {
        return false;
      }
    }
    return true;
  }

  BitSet present(int least) {
    BitSet present = new BitSet();
    for (int i = 0; i < parts; i++) {
      present.set(i, at(i) >= least);
    }
    return present;
  }
}
