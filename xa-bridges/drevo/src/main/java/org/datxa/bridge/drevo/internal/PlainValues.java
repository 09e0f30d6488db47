package org.datxa.bridge.drevo.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.datxa.bridge.drevo.DrevoNode;
import org.datxa.bridge.drevo.DrevoPath;
import org.datxa.bridge.drevo.DrevoRecord;
import org.datxa.bridge.drevo.DrevoRelationship;
import org.neo4j.driver.Record;
import org.neo4j.driver.Value;
import org.neo4j.driver.types.Node;
import org.neo4j.driver.types.Path;
import org.neo4j.driver.types.Relationship;

/** What comes back, free of the client's types. */
final class PlainValues {
  private PlainValues() {}

  static DrevoRecord record(List<String> keys, Record row) {
    List<Object> values = new ArrayList<>(keys.size());
    for (Value value : row.values()) {
      values.add(plain(value.asObject()));
    }
    return new DrevoRecord(keys, values);
  }

  private static Object plain(Object value) {
    if (value instanceof Node it) {
      return node(it);
    }
    if (value instanceof Relationship it) {
      return relationship(it);
    }
    if (value instanceof Path it) {
      return path(it);
    }
    if (value instanceof List<?> it) {
      List<Object> list = new ArrayList<>(it.size());
      it.forEach(item -> list.add(plain(item)));
      return java.util.Collections.unmodifiableList(list);
    }
    return value instanceof Map<?, ?> it ? map(it) : value;
  }

  private static Map<String, Object> map(Map<?, ?> from) {
    Map<String, Object> map = new LinkedHashMap<>();
    from.forEach((key, item) -> map.put((String) key, plain(item)));
    return java.util.Collections.unmodifiableMap(map);
  }

  private static DrevoNode node(Node from) {
    List<String> labels = new ArrayList<>();
    from.labels().forEach(labels::add);
    return new DrevoNode(number(from.elementId()), labels, map(from.asMap()));
  }

  private static DrevoRelationship relationship(Relationship from) {
    return new DrevoRelationship(
        number(from.elementId()),
        from.type(),
        number(from.startNodeElementId()),
        number(from.endNodeElementId()),
        map(from.asMap()));
  }

  private static DrevoPath path(Path from) {
    List<DrevoNode> nodes = new ArrayList<>();
    from.nodes().forEach(it -> nodes.add(node(it)));
    List<DrevoRelationship> relationships = new ArrayList<>();
    from.relationships().forEach(it -> relationships.add(relationship(it)));
    return new DrevoPath(nodes, relationships);
  }

  /** In this version of the protocol the client makes the text from the number. */
  private static long number(String elementId) {
    return Long.parseLong(elementId);
  }
}
