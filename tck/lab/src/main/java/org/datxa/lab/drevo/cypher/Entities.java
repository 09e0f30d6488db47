package org.datxa.lab.drevo.cypher;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.datxa.lab.drevo.graph.Edge;
import org.datxa.lab.drevo.graph.Node;

/**
 * Nodes and relationships as a statement sees them. A row keeps what an entity was when it was
 * bound; it is read again here each time, so that a write is seen by all that follows. One that was
 * deleted is seen as it was bound.
 */
final class Entities {

  static final String TITLE = "title";
  static final String BODY = "body";

  private Entities() {}

  static Node node(Run run, Object value) {
    if (value instanceof Node node) {
      Node now = run.graph().node(node.id());
      return now == null ? node : now;
    }
    throw Refusal.type("a node", value);
  }

  static Edge edge(Run run, Object value) {
    if (value instanceof Edge edge) {
      Edge now = run.graph().edge(edge.id());
      return now == null ? edge : now;
    }
    throw Refusal.type("a relationship", value);
  }

  /** Refuses to change or connect what is deleted. */
  static void needPresent(Run run, Object entity) {
    boolean present =
        entity instanceof Edge edge
            ? run.graph().edge(edge.id()) != null
            : run.graph().node(((Node) entity).id()) != null;
    if (!present) {
      throw Refusal.semantic("it is deleted already: " + Values.kind(entity));
    }
  }

  static Object property(Run run, Object entity, String key) {
    if (entity instanceof Node) {
      Node node = node(run, entity);
      return switch (key) {
        case TITLE -> node.title();
        case BODY -> body(node);
        default -> node.properties().get(key);
      };
    }
    return edge(run, entity).properties().get(key);
  }

  private static String body(Node node) {
    return node.body() == null || node.body().isEmpty() ? null : node.body();
  }

  static Map<String, Object> properties(Run run, Object entity) {
    if (!(entity instanceof Node)) {
      return edge(run, entity).properties();
    }
    Node node = node(run, entity);
    Map<String, Object> all = new TreeMap<>(node.properties());
    if (node.title() != null) {
      all.put(TITLE, node.title());
    }
    if (body(node) != null) {
      all.put(BODY, body(node));
    }
    return all;
  }

  /** The value with every entity in it as it is now. */
  static Object now(Run run, Object value) {
    if (value instanceof Node) {
      return node(run, value);
    }
    if (value instanceof Edge) {
      return edge(run, value);
    }
    if (value instanceof Path path) {
      return new Path(
          path.nodes().stream().map(one -> node(run, one)).toList(),
          path.edges().stream().map(one -> edge(run, one)).toList());
    }
    if (value instanceof List<?> list) {
      List<Object> copy = new ArrayList<>();
      list.forEach(element -> copy.add(now(run, element)));
      return copy;
    }
    return value instanceof Map<?, ?> map ? mapNow(run, map) : value;
  }

  private static Map<String, Object> mapNow(Run run, Map<?, ?> map) {
    Map<String, Object> copy = new LinkedHashMap<>();
    map.forEach((key, element) -> copy.put((String) key, now(run, element)));
    return copy;
  }
}
