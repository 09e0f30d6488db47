package org.datxa.simulation;

/** Chance from a seed: the same numbers in every process. */
final class Dice implements Choices {
  private long state;

  Dice(long seed) {
    state = seed;
  }

  @Override
  public int below(int bound) {
    state += 0x9E3779B97F4A7C15L;
    return (int) (((Digest.mix(state) >>> 32) * bound) >>> 32);
  }
}
