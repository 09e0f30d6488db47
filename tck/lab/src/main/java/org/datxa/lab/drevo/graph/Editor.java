package org.datxa.lab.drevo.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What reading and writing a graph have in common, wherever the graph is kept. */
abstract class Editor implements GraphAccess {

  private final Ids ids;

  Editor(Ids ids) {
    this.ids = ids;
  }

  /** The graph as it is now. */
  abstract Snapshot view();

  /** Makes one write. */
  abstract void write(Op op);

  @Override
  public Iterable<Node> nodes() {
    return view().nodes().values();
  }

  @Override
  public Iterable<Edge> edges() {
    return view().edges().values();
  }

  @Override
  public Iterable<Edge> edgesOf(long node) {
    Snapshot now = view();
    List<Edge> edges = new ArrayList<>();
    now.edgesOf(node).forEach(id -> edges.add(now.edges().get(id)));
    return edges;
  }

  @Override
  public Node node(long id) {
    return view().nodes().get(id);
  }

  @Override
  public Node titled(String title) {
    return view().titled(title);
  }

  @Override
  public Edge edge(long id) {
    return view().edges().get(id);
  }

  @Override
  public Node createNode(
      List<String> labels, String title, String body, Map<String, Object> properties) {
    if (labels.isEmpty()) {
      throw new DrevoFailure(Codes.SEMANTIC_ERROR, "A node needs a label");
    }
    Node node =
        new Node(ids.node(), List.copyOf(labels), title, body, StoredValues.copy(properties));
    write(new Op.CreateNode(node));
    return node;
  }

  @Override
  public void updateNode(Node node) {
    write(
        new Op.UpdateNode(
            new Node(
                node.id(),
                List.copyOf(node.labels()),
                node.title(),
                node.body(),
                StoredValues.copy(node.properties()))));
  }

  @Override
  public void deleteNode(long id) {
    write(new Op.DeleteNode(id));
  }

  @Override
  public Edge createEdge(String type, long from, long to, Map<String, Object> properties) {
    Edge edge = new Edge(ids.edge(), type, from, to, StoredValues.copy(properties));
    write(new Op.CreateEdge(edge));
    return edge;
  }

  @Override
  public void updateEdge(Edge edge) {
    Map<String, Object> properties = StoredValues.copy(edge.properties());
    write(new Op.UpdateEdge(new Edge(edge.id(), edge.type(), edge.from(), edge.to(), properties)));
  }

  @Override
  public void deleteEdge(long id) {
    write(new Op.DeleteEdge(id));
  }
}
