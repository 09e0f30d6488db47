package org.datxa.lab.drevo.graph;

import org.pcollections.TreePMap;
import org.pcollections.TreePSet;

/**
 * The whole graph at one moment. Immutable; a changed one shares what was not changed. Which of two
 * equal ones it is matters: a transaction may commit only on the very one that it began with.
 */
final class Snapshot {

  private final TreePMap<Long, Node> nodes;
  private final TreePMap<String, Long> titles;
  private final TreePMap<Long, Edge> edges;
  private final TreePMap<Long, TreePSet<Long>> edgesOf;

  private Snapshot(
      TreePMap<Long, Node> nodes,
      TreePMap<String, Long> titles,
      TreePMap<Long, Edge> edges,
      TreePMap<Long, TreePSet<Long>> edgesOf) {
    this.nodes = nodes;
    this.titles = titles;
    this.edges = edges;
    this.edgesOf = edgesOf;
  }

  static Snapshot empty() {
    return new Snapshot(TreePMap.empty(), TreePMap.empty(), TreePMap.empty(), TreePMap.empty());
  }

  TreePMap<Long, Node> nodes() {
    return nodes;
  }

  TreePMap<Long, Edge> edges() {
    return edges;
  }

  TreePSet<Long> edgesOf(long node) {
    return edgesOf.getOrDefault(node, TreePSet.empty());
  }

  Node titled(String title) {
    Long id = title == null ? null : titles.get(title);
    return id == null ? null : nodes.get(id);
  }

  /** The same graph as another one. */
  Snapshot replaced() {
    return new Snapshot(nodes, titles, edges, edgesOf);
  }

  Snapshot with(Iterable<Op> ops) {
    Snapshot changed = this;
    for (Op op : ops) {
      changed = changed.with(op);
    }
    return changed;
  }

  Snapshot with(Op op) {
    if (op instanceof Op.CreateNode create) {
      return withNode(create.node(), titles);
    }
    if (op instanceof Op.UpdateNode update) {
      return withNode(update.node(), titlesWithout(existingNode(update.node().id())));
    }
    if (op instanceof Op.DeleteNode delete) {
      return withoutNode(existingNode(delete.id()));
    }
    if (op instanceof Op.CreateEdge create) {
      return withEdge(create.edge());
    }
    if (op instanceof Op.UpdateEdge update) {
      existingEdge(update.edge().id());
      return new Snapshot(nodes, titles, edges.plus(update.edge().id(), update.edge()), edgesOf);
    }
    return withoutEdge(existingEdge(((Op.DeleteEdge) op).id()));
  }

  private Snapshot withNode(Node node, TreePMap<String, Long> otherTitles) {
    String title = node.title();
    if (title != null && otherTitles.containsKey(title)) {
      throw failure("duplicate title " + RustText.quoted(title));
    }
    return new Snapshot(
        nodes.plus(node.id(), node),
        title == null ? otherTitles : otherTitles.plus(title, node.id()),
        edges,
        edgesOf);
  }

  private Snapshot withoutNode(Node node) {
    if (!edgesOf(node.id()).isEmpty()) {
      throw failure("node " + node.id() + " still has relationships");
    }
    return new Snapshot(
        nodes.minus(node.id()), titlesWithout(node), edges, edgesOf.minus(node.id()));
  }

  private TreePMap<String, Long> titlesWithout(Node node) {
    return node.title() == null ? titles : titles.minus(node.title());
  }

  private Snapshot withEdge(Edge edge) {
    existingNode(edge.from());
    existingNode(edge.to());
    TreePMap<Long, TreePSet<Long>> ends =
        edgesOf.plus(edge.from(), edgesOf(edge.from()).plus(edge.id()));
    TreePSet<Long> atEnd = ends.getOrDefault(edge.to(), TreePSet.empty());
    return new Snapshot(
        nodes, titles, edges.plus(edge.id(), edge), ends.plus(edge.to(), atEnd.plus(edge.id())));
  }

  private Snapshot withoutEdge(Edge edge) {
    TreePMap<Long, TreePSet<Long>> ends =
        edgesOf.plus(edge.from(), edgesOf(edge.from()).minus(edge.id()));
    TreePSet<Long> atEnd = ends.getOrDefault(edge.to(), TreePSet.empty());
    return new Snapshot(
        nodes, titles, edges.minus(edge.id()), ends.plus(edge.to(), atEnd.minus(edge.id())));
  }

  private Node existingNode(long id) {
    Node node = nodes.get(id);
    if (node == null) {
      throw failure("node " + id + " not found");
    }
    return node;
  }

  private Edge existingEdge(long id) {
    Edge edge = edges.get(id);
    if (edge == null) {
      throw failure("relationship " + id + " not found");
    }
    return edge;
  }

  private static DrevoFailure failure(String message) {
    return new DrevoFailure(Codes.EXECUTION_FAILED, message);
  }
}
