package org.datxa.simulation;

/** The clocks of a world: true time, a process's clock, and that of the store with claims. */
final class Clocks {
  static final long START = 1_000_000_000_000L;

  private long now = START;
  private long storeOffset = 7;
  private long wallOffset;
  private boolean stands;

  long now() {
    return now;
  }

  /** The clock of a process, which may be set. */
  long wall() {
    return now + wallOffset;
  }

  /** The store's clock, which never goes back. */
  long store() {
    return now + storeOffset;
  }

  long storeOffset() {
    return storeOffset;
  }

  void pass(long millis) {
    now += stands ? 0 : millis;
  }

  /** For searches: time goes on where they say so. */
  void stand(boolean still) {
    stands = still;
  }

  void storeGoesAhead(long millis) {
    storeOffset += millis;
  }

  void setWall(long offset) {
    wallOffset = offset;
  }

  long digest() {
    return Digest.of(now, Digest.of(storeOffset, wallOffset));
  }
}
