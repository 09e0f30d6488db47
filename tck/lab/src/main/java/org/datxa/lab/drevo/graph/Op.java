package org.datxa.lab.drevo.graph;

/** One write, as a transaction collects it and as the log keeps it. */
sealed interface Op {

  /** A new node. */
  record CreateNode(Node node) implements Op {}

  /** A node in place of the one with its id. */
  record UpdateNode(Node node) implements Op {}

  /** The end of a node. */
  record DeleteNode(long id) implements Op {}

  /** A new relationship. */
  record CreateEdge(Edge edge) implements Op {}

  /** A relationship in place of the one with its id. */
  record UpdateEdge(Edge edge) implements Op {}

  /** The end of a relationship. */
  record DeleteEdge(long id) implements Op {}
}
