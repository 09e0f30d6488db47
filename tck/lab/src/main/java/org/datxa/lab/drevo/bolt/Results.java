package org.datxa.lab.drevo.bolt;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.datxa.lab.drevo.cypher.Path;
import org.datxa.lab.drevo.graph.Edge;
import org.datxa.lab.drevo.graph.Node;
import org.datxa.lab.drevo.pack.Structure;

/** Rows as clients take them. */
final class Results {

  private Results() {}

  static List<Object> row(List<Object> row) {
    List<Object> values = new ArrayList<>();
    row.forEach(value -> values.add(value(value)));
    return values;
  }

  private static Object value(Object value) {
    if (value instanceof List<?> list) {
      List<Object> values = new ArrayList<>();
      list.forEach(inner -> values.add(value(inner)));
      return values;
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> values = new LinkedHashMap<>();
      map.forEach((key, inner) -> values.put((String) key, value(inner)));
      return values;
    }
    if (value instanceof Node node) {
      return node(node);
    }
    if (value instanceof Edge edge) {
      return new Structure(
          Tags.RELATIONSHIP,
          List.of(edge.id(), edge.from(), edge.to(), edge.type(), edge.properties()));
    }
    return value instanceof Path path ? path(path) : value;
  }

  private static Structure node(Node node) {
    return new Structure(Tags.NODE, List.of(node.id(), node.labels(), visible(node)));
  }

  static Map<String, Object> visible(Node node) {
    Map<String, Object> properties = new LinkedHashMap<>();
    if (node.title() != null) {
      properties.put("title", node.title());
    }
    if (node.body() != null && !node.body().isEmpty()) {
      properties.put("body", node.body());
    }
    properties.putAll(node.properties());
    return properties;
  }

  // each step names the relationship (from 1, negative against its direction) and the node reached
  private static Structure path(Path path) {
    List<Long> nodes = new ArrayList<>();
    List<Long> edges = new ArrayList<>();
    List<Object> steps = new ArrayList<>();
    List<Object> nodeValues = new ArrayList<>();
    List<Object> edgeValues = new ArrayList<>();
    for (int i = 0; i < path.nodes().size(); i++) {
      Node node = path.nodes().get(i);
      if (!nodes.contains(node.id())) {
        nodes.add(node.id());
        nodeValues.add(node(node));
      }
      if (i > 0) {
        Edge edge = path.edges().get(i - 1);
        if (!edges.contains(edge.id())) {
          edges.add(edge.id());
          edgeValues.add(unbound(edge));
        }
        long place = edges.indexOf(edge.id()) + 1L;
        steps.add(edge.to() == node.id() ? place : -place);
        steps.add((long) nodes.indexOf(node.id()));
      }
    }
    return new Structure(Tags.PATH, List.of(nodeValues, edgeValues, steps));
  }

  private static Structure unbound(Edge edge) {
    return new Structure(
        Tags.UNBOUND_RELATIONSHIP, List.of(edge.id(), edge.type(), edge.properties()));
  }
}
