package org.datxa.simulation;

/** Where chance, or a search, decides what happens. */
interface Choices {
  /** Always the first possibility. */
  Choices FIRST = bound -> 0;

  /**
   * Chooses.
   *
   * @param bound how many possibilities there are
   * @return one of them, from 0
   */
  int below(int bound);

  /** True once in so many times. */
  default boolean once(int in) {
    return below(in) == 0;
  }

  default boolean either() {
    return below(2) == 0;
  }
}
