package org.datxa.lab.drevo.graph;

import java.util.List;
import java.util.Map;

/**
 * The graph that a statement reads and changes: the working copy of a transaction, or the one of a
 * single statement. Used by one thread. What it refuses, it refuses with a {@link DrevoFailure}.
 */
public interface GraphAccess {
  /**
   * All nodes, ascending by id, as they are now; changing the graph while walking is allowed and
   * does not change the walk.
   *
   * @return the nodes
   */
  Iterable<Node> nodes();

  /**
   * All relationships, ascending by id, as {@link #nodes()}.
   *
   * @return the relationships
   */
  Iterable<Edge> edges();

  /**
   * The relationships of a node in both directions, ascending by id; a loop is there once.
   *
   * @param node the id of the node
   * @return the relationships; empty for an unknown node
   */
  Iterable<Edge> edgesOf(long node);

  /**
   * Finds a node by id.
   *
   * @param id the id
   * @return the node, or null
   */
  Node node(long id);

  /**
   * Finds a node by title.
   *
   * @param title the title
   * @return the node, or null
   */
  Node titled(String title);

  /**
   * Finds a relationship.
   *
   * @param id the id
   * @return the relationship, or null
   */
  Edge edge(long id);

  /**
   * Creates a node.
   *
   * @param labels its labels
   * @param title its title, or null
   * @param body its body, or null
   * @param properties the others
   * @return the node
   */
  Node createNode(List<String> labels, String title, String body, Map<String, Object> properties);

  /**
   * Replaces a node by a changed one with the same id.
   *
   * @param node the changed node
   */
  void updateNode(Node node);

  /**
   * Deletes a node.
   *
   * @param id the id of a node without relationships
   */
  void deleteNode(long id);

  /**
   * Creates a relationship.
   *
   * @param type its type
   * @param from where it starts
   * @param to where it ends
   * @param properties its properties
   * @return the relationship
   */
  Edge createEdge(String type, long from, long to, Map<String, Object> properties);

  /**
   * Replaces a relationship by a changed one with the same id, type and ends.
   *
   * @param edge the changed relationship
   */
  void updateEdge(Edge edge);

  /**
   * Deletes a relationship.
   *
   * @param id its id
   */
  void deleteEdge(long id);
}
