package org.datxa.lab.drevo.cypher;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.datxa.lab.drevo.graph.Edge;
import org.datxa.lab.drevo.graph.Node;

/** Creates what of a pattern is not bound yet. */
final class Creator {

  private final Run run;
  private Map<String, Object> row;

  private Creator(Run run, Map<String, Object> row) {
    this.run = run;
    this.row = row;
  }

  static Map<String, Object> create(Run run, Pattern pattern, Map<String, Object> row) {
    Creator creator = new Creator(run, row);
    creator.path(pattern);
    return creator.row;
  }

  private void path(Pattern pattern) {
    pattern.edges().forEach(Creator::check);
    boolean single = pattern.edges().isEmpty();
    List<Node> nodes = new ArrayList<>();
    pattern.nodes().forEach(part -> nodes.add(node(part, single)));
    List<Edge> edges = new ArrayList<>();
    for (int i = 0; i < pattern.edges().size(); i++) {
      edges.add(edge(pattern.edges().get(i), nodes.get(i), nodes.get(i + 1)));
    }
    bind(pattern.name(), new Path(nodes, edges));
  }

  private static void check(Pattern.EdgePart part) {
    if (part.types().size() != 1) {
      throw Refusal.semantic("a relationship is created with exactly one type");
    }
    if (part.length() != null) {
      throw Refusal.unsupported("to create a relationship of variable length");
    }
    if (part.direction() == Pattern.Direction.BOTH) {
      throw Refusal.semantic("a relationship is created with a direction");
    }
  }

  private Node node(Pattern.NodePart part, boolean single) {
    if (part.name() == null || !row.containsKey(part.name())) {
      Node node = created(part);
      bind(part.name(), node);
      return node;
    }
    if (single || !part.isBare()) {
      throw Refusal.semantic("variable " + part.name() + " is already bound");
    }
    Node node = Entities.node(run, row.get(part.name()));
    Entities.needPresent(run, node);
    return node;
  }

  private Node created(Pattern.NodePart part) {
    if (part.labels().isEmpty()) {
      throw Refusal.semantic("a node is created with at least one label");
    }
    List<String> labels = part.labels().stream().distinct().toList();
    Map<String, Object> properties = properties(part.properties());
    String title = text(properties.remove(Entities.TITLE));
    String body = text(properties.remove(Entities.BODY));
    return run.graph().createNode(labels, title, body, properties);
  }

  private static String text(Object value) {
    return value == null ? null : Values.string(value);
  }

  private Edge edge(Pattern.EdgePart part, Node left, Node right) {
    if (part.name() != null && row.containsKey(part.name())) {
      throw Refusal.semantic("variable " + part.name() + " is already bound");
    }
    boolean out = part.direction() == Pattern.Direction.OUT;
    long from = out ? left.id() : right.id();
    long to = out ? right.id() : left.id();
    Map<String, Object> properties = properties(part.properties());
    Edge edge = run.graph().createEdge(part.types().get(0), from, to, properties);
    bind(part.name(), edge);
    return edge;
  }

  /** The properties to store; a null is stored as a null. */
  private Map<String, Object> properties(Atoms.MapOf properties) {
    return Values.storedMap(
        properties == null ? Map.of() : Values.map(properties.value(new Scope(run, row))));
  }

  private void bind(String name, Object value) {
    if (name != null) {
      row = Scope.extended(row, name, value);
    }
  }
}
