package org.datxa.simulation;

import java.util.Random;

/** How much may go wrong in one schedule; what is spent is gone. */
final class Budget {
  private final Random random;
  private int faults;
  private int crashes;
  private int passes;
  private int compactions;
  private int failOvers;
  private int sessions;

  Budget(Random random) {
    this.random = random;
    faults = random.nextInt(5);
    crashes = random.nextInt(3);
    passes = random.nextInt(5);
    compactions = random.nextInt(3);
    failOvers = random.nextInt(3) == 0 ? 1 : 0;
    sessions = random.nextInt(4) == 0 ? 1 : 0;
  }

  boolean fault() {
    if (faults > 0 && random.nextInt(7) == 0) {
      faults--;
      return true;
    }
    return false;
  }

  boolean crash() {
    if (crashes > 0 && random.nextInt(25) == 0) {
      crashes--;
      return true;
    }
    return false;
  }

  boolean pass() {
    if (passes > 0 && random.nextInt(12) == 0) {
      passes--;
      return true;
    }
    return false;
  }

  boolean compaction() {
    if (compactions > 0 && random.nextInt(20) == 0) {
      compactions--;
      return true;
    }
    return false;
  }

  boolean failOver() {
    if (failOvers > 0 && random.nextInt(20) == 0) {
      failOvers--;
      return true;
    }
    return false;
  }

  boolean session() {
    if (sessions > 0 && random.nextInt(20) == 0) {
      sessions--;
      return true;
    }
    return false;
  }

  boolean passesLeft() {
    return passes > 0;
  }
}
