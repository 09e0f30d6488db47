package org.datxa.lab.drevo.graph;

import java.util.concurrent.atomic.AtomicLong;

/** The numbers of nodes and relationships, each given once. */
final class Ids {

  private final AtomicLong lastNode = new AtomicLong();
  private final AtomicLong lastEdge = new AtomicLong();

  long node() {
    return lastNode.incrementAndGet();
  }

  long edge() {
    return lastEdge.incrementAndGet();
  }

  long lastNode() {
    return lastNode.get();
  }

  long lastEdge() {
    return lastEdge.get();
  }

  void usedNode(long id) {
    lastNode.accumulateAndGet(id, Math::max);
  }

  void usedEdge(long id) {
    lastEdge.accumulateAndGet(id, Math::max);
  }
}
