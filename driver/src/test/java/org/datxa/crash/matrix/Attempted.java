package org.datxa.crash.matrix;

import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/** One run in the process of its coordinator: a transaction, and the point where it happens. */
final class Attempted {
  /** Transactions that are nobody's run. */
  static final Attempted NONE = new Attempted("none", null, null);

  private final String id;
  private final Cell cell;
  private final String graph;
  private final AtomicBoolean met = new AtomicBoolean();
  private final CountDownLatch go = new CountDownLatch(1);

  /**
   * @param id its number
   * @param cell its cell; null for none
   * @param graph the graph store whose points count; null for none
   */
  Attempted(String id, Cell cell, String graph) {
    this.id = id;
    this.cell = cell;
    this.graph = graph;
  }

  String id() {
    return id;
  }

  void begun(UUID datTxn, String store) {
    say("BEGUN", datTxn + " " + store);
  }

  /** Says something of this run to the orchestrating process. */
  void say(String what, String more) {
    Lines.say(what + " " + id + " " + more);
  }

  void goOn() {
    go.countDown();
  }

  /**
   * A step is about to be done, or has been done.
   *
   * @return true when the caller has to lose the answer
   */
  boolean at(Step step, boolean after, String store) {
    if (cell == null || step != cell.step() || after != cell.after() || !isMine(step, store)) {
      return false;
    }
    if (!met.compareAndSet(false, true)) {
      return false;
    }
    say("AT", cell + " " + store);
    if (cell.happening() == Happening.LOST) {
      return true;
    }
    awaitGo();
    return false;
  }

  private boolean isMine(Step step, String store) {
    return step.place() != Place.GRAPH || store.equals(graph);
  }

  private void awaitGo() {
    try {
      go.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public String toString() {
    return id + " " + String.valueOf(cell).toLowerCase(Locale.ROOT);
  }
}
