package org.datxa.simulation;

/** The logs of some schedules as one hash, to be compared between processes. */
final class Fingerprint {
  private Fingerprint() {}

  static String of(long first, long many) {
    long all = 0;
    for (long seed = first; seed < first + many; seed++) {
      all = Digest.of(all, Digest.of(Schedule.replay(seed, Setup::random, Mutant.NONE).text()));
    }
    return Long.toHexString(all);
  }

  public static void main(String[] args) {
    System.out.println(of(1, 300));
  }
}
