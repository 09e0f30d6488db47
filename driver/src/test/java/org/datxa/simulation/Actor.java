package org.datxa.simulation;

import java.util.UUID;
import org.datxa.internal.protocol.Program;
import org.datxa.internal.protocol.Verdict;

/** A process that runs one program after another: a coordinator, a recovery pass, a manager. */
final class Actor {
  private final String name;
  private final UUID datTxn;
  private Execution execution;
  private boolean crashed;
  private boolean afterwards;
  private int asleep;
  private long stagedAt;
  private Verdict verdict;

  Actor(String name, UUID datTxn, Program<?> program) {
    this.name = name;
    this.datTxn = datTxn;
    this.execution = new Execution(program);
  }

  String name() {
    return name;
  }

  /** The meta-transaction that it coordinates, or null. */
  UUID datTxn() {
    return datTxn;
  }

  boolean coordinates() {
    return datTxn != null;
  }

  Execution execution() {
    return execution;
  }

  boolean alive() {
    return !crashed && !execution.ended();
  }

  boolean crashed() {
    return crashed;
  }

  void crash() {
    crashed = true;
  }

  void sleep(int steps) {
    asleep = steps;
  }

  boolean awake() {
    if (asleep > 0) {
      asleep--;
    }
    return alive() && asleep == 0;
  }

  void staged(long offset) {
    stagedAt = offset;
  }

  long stagedOffset() {
    return stagedAt;
  }

  Verdict verdict() {
    return verdict;
  }

  /**
   * Takes the verdict when there is one, and goes on with what comes afterwards.
   *
   * @param seen what the caller is told
   */
  void told(Verdict seen) {
    verdict = seen;
    if (seen instanceof Verdict.Committed committed && !afterwards) {
      afterwards = true;
      execution = new Execution(committed.afterwards());
    }
  }
}
