package org.datxa.simulation;

import java.util.UUID;
import java.util.function.Consumer;
import org.datxa.internal.protocol.Program;
import org.datxa.internal.protocol.Verdict;

/** A process that runs one program after another: a coordinator, a recovery pass, a manager. */
final class Actor {
  private final String kind;
  private final int number;
  private final UUID datTxn;
  private final Consumer<Object> whenEnded;
  private Execution execution;
  private boolean crashed;
  private boolean told;
  private int asleep;
  private int owners;
  private long stagedAt;
  private long lastStep;
  private Verdict verdict;

  Actor(String kind, int number, UUID datTxn, Program<?> program, Consumer<Object> whenEnded) {
    this.kind = kind;
    this.number = number;
    this.datTxn = datTxn;
    this.execution = new Execution(program);
    this.whenEnded = whenEnded;
  }

  String name() {
    return kind + number;
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

  String newOwner() {
    return name() + "#" + ++owners;
  }

  /** When it did something the last time. */
  long lastStep() {
    return lastStep;
  }

  void steps(long tick) {
    lastStep = tick;
  }

  Verdict verdict() {
    return verdict;
  }

  /** Tells, once, that its program has ended. */
  void tellWhenEnded() {
    if (execution.ended() && !crashed && !told) {
      told = true;
      whenEnded.accept(execution.result());
    }
  }

  /**
   * Takes the verdict, and goes on with what comes afterwards.
   *
   * @param seen what the caller is told
   * @param afterwards what comes after it, or null
   */
  void verdict(Verdict seen, Program<?> afterwards) {
    verdict = seen;
    if (afterwards != null) {
      execution = new Execution(afterwards);
    }
  }
}
