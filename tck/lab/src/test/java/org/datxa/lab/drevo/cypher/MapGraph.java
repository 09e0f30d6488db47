package org.datxa.lab.drevo.cypher;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.datxa.lab.drevo.graph.DrevoFailure;
import org.datxa.lab.drevo.graph.Edge;
import org.datxa.lab.drevo.graph.GraphAccess;
import org.datxa.lab.drevo.graph.Node;

/** A graph of two maps. */
final class MapGraph implements GraphAccess {

  static final String DUPLICATE = "Neo.DatabaseError.Statement.ExecutionFailed";

  private final Map<Long, Node> nodes = new TreeMap<>();
  private final Map<Long, Edge> edges = new TreeMap<>();
  private long next = 1;
  private int walks;

  /** How often all nodes were walked through. */
  int walks() {
    return walks;
  }

  @Override
  public Iterable<Node> nodes() {
    walks++;
    return new ArrayList<>(nodes.values());
  }

  @Override
  public Iterable<Edge> edges() {
    return new ArrayList<>(edges.values());
  }

  @Override
  public Iterable<Edge> edgesOf(long node) {
    return edges.values().stream().filter(e -> e.from() == node || e.to() == node).toList();
  }

  @Override
  public Node node(long id) {
    return nodes.get(id);
  }

  @Override
  public Node titled(String title) {
    return nodes.values().stream()
        .filter(node -> title.equals(node.title()))
        .findFirst()
        .orElse(null);
  }

  @Override
  public Edge edge(long id) {
    return edges.get(id);
  }

  @Override
  public Node createNode(
      List<String> labels, String title, String body, Map<String, Object> properties) {
    Node node = new Node(next++, labels, title, body, properties);
    put(node);
    return node;
  }

  private void put(Node node) {
    Node other = node.title() == null ? null : titled(node.title());
    if (other != null && other.id() != node.id()) {
      throw new DrevoFailure(DUPLICATE, "duplicate title: " + node.title());
    }
    nodes.put(node.id(), node);
  }

  @Override
  public void updateNode(Node node) {
    put(node);
  }

  @Override
  public void deleteNode(long id) {
    nodes.remove(id);
  }

  @Override
  public Edge createEdge(String type, long from, long to, Map<String, Object> properties) {
    Edge edge = new Edge(next++, type, from, to, properties);
    edges.put(edge.id(), edge);
    return edge;
  }

  @Override
  public void updateEdge(Edge edge) {
    edges.put(edge.id(), edge);
  }

  @Override
  public void deleteEdge(long id) {
    edges.remove(id);
  }
}
