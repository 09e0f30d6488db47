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

  private static boolean isSpecial(Object entity, String key) {
    return entity instanceof Node && (key.equals(Entities.TITLE) || key.equals(Entities.BODY));
  }

  static void setProperty(Run run, Object entity, String key, Object value) {
    Map<String, Object> properties = new LinkedHashMap<>(Entities.properties(run, entity));
    put(entity, properties, key, value);
    store(run, entity, properties);
  }

  static void addAll(Run run, Object entity, Map<?, ?> more) {
    Map<String, Object> properties = new LinkedHashMap<>(Entities.properties(run, entity));
    more.forEach((key, value) -> put(entity, properties, (String) key, value));
    store(run, entity, properties);
  }

  static void replaceAll(Run run, Object entity, Map<?, ?> all) {
    Map<String, Object> properties = new LinkedHashMap<>();
    all.forEach((key, value) -> put(entity, properties, (String) key, value));
    store(run, entity, properties);
  }

  static void removeProperty(Run run, Object entity, String key) {
    Map<String, Object> properties = new LinkedHashMap<>(Entities.properties(run, entity));
    properties.remove(key);
    store(run, entity, properties);
  }

  /** A null removes; but a title or body is set to a string only, REMOVE removes it. */
  private static void put(Object entity, Map<String, Object> properties, String key, Object value) {
    if (isSpecial(entity, key)) {
      properties.put(key, Values.string(value));
    } else if (value == null) {
      properties.remove(key);
    } else {
      properties.put(key, Values.stored(value));
    }
  }

  private static void store(Run run, Object entity, Map<String, Object> properties) {
    if (entity instanceof Edge) {
      Edge now = Entities.edge(run, entity);
      run.graph().updateEdge(new Edge(now.id(), now.type(), now.from(), now.to(), properties));
      return;
    }
    Node now = Entities.node(run, entity);
    Map<String, Object> others = new LinkedHashMap<>(properties);
    String title = (String) others.remove(Entities.TITLE);
    String body = (String) others.remove(Entities.BODY);
    run.graph().updateNode(new Node(now.id(), now.labels(), title, body, others));
  }

  static void addLabels(Run run, Object entity, List<String> labels) {
    Set<String> all = new LinkedHashSet<>(Entities.node(run, entity).labels());
    all.addAll(labels);
    relabel(run, entity, all);
  }

  static void removeLabels(Run run, Object entity, List<String> labels) {
    Set<String> all = new LinkedHashSet<>(Entities.node(run, entity).labels());
    if (labels.contains(all.iterator().next())) {
      throw Refusal.semantic("the primary label of a node cannot be removed");
    }
    all.removeAll(labels);
    relabel(run, entity, all);
  }

  private static void relabel(Run run, Object entity, Set<String> labels) {
    Node now = Entities.node(run, entity);
    run.graph()
        .updateNode(
            new Node(now.id(), List.copyOf(labels), now.title(), now.body(), now.properties()));
  }
}
