package org.datxa.spi;

import java.util.BitSet;
import java.util.Objects;

/**
 * What a post-decision store shows of a branch. Rules A2 and A3 of SPEC.md.
 *
 * @param marked whether the applied marker of the whole branch is there
 * @param chunks how many chunks the payload has
 * @param present which chunks are in, whole
 * @param interference empty, or what was found that nobody of us can have done; then nothing is
 *     applied and a human is called
 */
public record Evidence(boolean marked, int chunks, BitSet present, String interference) {
  /**
   * Copies the set.
   *
   * @param marked whether the applied marker of the whole branch is there
   * @param chunks how many chunks the payload has
   * @param present which chunks are in, whole
   * @param interference empty, or what was found that nobody of us can have done; then nothing is
   *     applied and a human is called
   */
  public Evidence {
    present = (BitSet) present.clone();
    Objects.requireNonNull(interference, "interference");
  }

  /**
   * Evidence of a branch without interference.
   *
   * @param marked whether the marker is there
   * @param chunks how many chunks the payload has
   * @param present which of them are in
   * @return the evidence
   */
  public static Evidence of(boolean marked, int chunks, BitSet present) {
    return new Evidence(marked, chunks, present, "");
  }

  /**
   * Evidence that somebody else changed what only we may change.
   *
   * @param chunks how many chunks the payload has
   * @param found what was found, with numbers
   * @return the evidence
   */
  public static Evidence interfered(int chunks, String found) {
    return new Evidence(false, chunks, new BitSet(), found);
  }

  /**
   * Whether every chunk is in.
   *
   * @return true if nothing is left to apply
   */
  public boolean complete() {
    return present.cardinality() == chunks;
  }
}
