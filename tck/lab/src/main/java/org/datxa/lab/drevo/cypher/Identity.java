package org.datxa.lab.drevo.cypher;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.datxa.lab.drevo.graph.Edge;
import org.datxa.lab.drevo.graph.Node;

/**
 * What DISTINCT, grouping and equality take for the same: nulls are the same, 1 and 1.0 are too.
 */
final class Identity {

  private static final double LONG_LIMIT = 0x1p63;

  private Identity() {}

  private record NodeKey(long id) {}

  private record EdgeKey(long id) {}

  private record PathKey(List<Object> steps) {}

  static Object of(Object value) {
    if (value instanceof Node node) {
      return new NodeKey(node.id());
    }
    if (value instanceof Edge edge) {
      return new EdgeKey(edge.id());
    }
    if (value instanceof Path path) {
      return new PathKey(ofAll(path.steps()));
    }
    if (value instanceof Double number) {
      return ofDouble(number);
    }
    if (value instanceof List<?> list) {
      return ofAll(list);
    }
    return value instanceof Map<?, ?> map ? ofMap(map) : value;
  }

  static List<Object> ofAll(List<?> values) {
    List<Object> keys = new ArrayList<>();
    values.forEach(value -> keys.add(of(value)));
    return keys;
  }

  private static Object ofMap(Map<?, ?> map) {
    Map<Object, Object> keys = new LinkedHashMap<>();
    map.forEach((key, value) -> keys.put(key, of(value)));
    return keys;
  }

  private static Object ofDouble(double number) {
    boolean whole = Math.rint(number) == number && Math.abs(number) < LONG_LIMIT;
    return whole ? (Object) (long) number : (Object) number;
  }
}
