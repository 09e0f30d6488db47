package org.datxa.lab.drevo.graph;

import java.util.ArrayList;
import java.util.List;

/**
 * An open transaction: the graph as it was when it began, and a working copy that it alone sees.
 * Dropping it is its rollback.
 */
public final class Transaction extends Editor {

  private final Snapshot base;
  private final List<Op> ops = new ArrayList<>();
  private Snapshot working;

  Transaction(Snapshot base, Ids ids) {
    super(ids);
    this.base = base;
    this.working = base;
  }

  Snapshot base() {
    return base;
  }

  List<Op> ops() {
    return List.copyOf(ops);
  }

  @Override
  Snapshot view() {
    return working;
  }

  @Override
  void write(Op op) {
    working = working.with(op);
    ops.add(op);
  }
}
