package org.datxa.lab.drevo.cypher;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.datxa.lab.drevo.graph.Edge;
import org.datxa.lab.drevo.graph.Node;

/** Changes of an entity that exists. */
final class Changes {

  private Changes() {}

  /** The title or body of a value: a string or nothing. */
  static String special(Object value) {
    return value == null ? null : Values.string(value);
  }

  static void setProperty(Run run, Object entity, String key, Object value) {
    Map<String, Object> properties = new LinkedHashMap<>(Entities.properties(run, entity));
    put(properties, key, value);
    replace(run, entity, properties);
  }

  static void addAll(Run run, Object entity, Map<?, ?> more) {
    Map<String, Object> properties = new LinkedHashMap<>(Entities.properties(run, entity));
    more.forEach((key, value) -> put(properties, (String) key, value));
    replace(run, entity, properties);
  }

  private static void put(Map<String, Object> properties, String key, Object value) {
    if (value == null) {
      properties.remove(key);
    } else {
      properties.put(key, Values.stored(value));
    }
  }

  static void replace(Run run, Object entity, Map<String, Object> properties) {
    if (entity instanceof Edge) {
      Edge now = Entities.edge(run, entity);
      run.graph().updateEdge(new Edge(now.id(), now.type(), now.from(), now.to(), properties));
      return;
    }
    Node now = Entities.node(run, entity);
    Map<String, Object> others = new LinkedHashMap<>(properties);
    String title = special(others.remove(Entities.TITLE));
    String body = special(others.remove(Entities.BODY));
    run.graph().updateNode(new Node(now.id(), now.labels(), title, body, others));
  }

  static void addLabels(Run run, Object entity, List<String> labels) {
    Set<String> all = new LinkedHashSet<>(Entities.node(run, entity).labels());
    all.addAll(labels);
    relabel(run, entity, all);
  }

  static void removeLabels(Run run, Object entity, List<String> labels) {
    Set<String> all = new LinkedHashSet<>(Entities.node(run, entity).labels());
    all.removeAll(labels);
    if (all.isEmpty()) {
      throw Refusal.semantic("the last label of a node cannot be removed");
    }
    relabel(run, entity, all);
  }

  private static void relabel(Run run, Object entity, Set<String> labels) {
    Node now = Entities.node(run, entity);
    run.graph()
        .updateNode(
            new Node(now.id(), List.copyOf(labels), now.title(), now.body(), now.properties()));
  }
}
