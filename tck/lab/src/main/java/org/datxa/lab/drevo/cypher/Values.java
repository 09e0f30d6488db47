package org.datxa.lab.drevo.cypher;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.datxa.lab.drevo.graph.Edge;
import org.datxa.lab.drevo.graph.Node;

/** What values are and become. */
final class Values {

  private Values() {}

  static String kind(Object value) {
    if (value == null) {
      return "null";
    }
    return Kind.of(value).name().toLowerCase(java.util.Locale.ROOT);
  }

  /** The kinds in the ascending order of ORDER BY; null comes after all. */
  enum Kind {
    MAP(Map.class),
    NODE(Node.class),
    RELATIONSHIP(Edge.class),
    LIST(List.class),
    PATH(Path.class),
    STRING(String.class),
    BOOLEAN(Boolean.class),
    NUMBER(Number.class);

    private final Class<?> type;

    Kind(Class<?> type) {
      this.type = type;
    }

    static Kind of(Object value) {
      for (Kind kind : values()) {
        if (kind.type.isInstance(value)) {
          return kind;
        }
      }
      throw Refusal.semantic("a value of an unknown type: " + value.getClass().getSimpleName());
    }
  }

  /** The value as the graph stores it: NaN and infinities are silently null. */
  static Object stored(Object value) {
    if (value instanceof Node || value instanceof Edge || value instanceof Path) {
      throw Refusal.type("a property value", value);
    }
    if (value instanceof Double number && !Double.isFinite(number)) {
      return null;
    }
    if (value instanceof List<?> list) {
      List<Object> copy = new ArrayList<>();
      list.forEach(element -> copy.add(stored(element)));
      return copy;
    }
    return value instanceof Map<?, ?> map ? storedMap(map) : value;
  }

  static Map<String, Object> storedMap(Map<?, ?> map) {
    Map<String, Object> copy = new LinkedHashMap<>();
    map.forEach((key, value) -> copy.put((String) key, stored(value)));
    return copy;
  }

  static String string(Object value) {
    if (value instanceof String text) {
      return text;
    }
    throw Refusal.type("a string", value);
  }

  static long integer(Object value) {
    if (value instanceof Long number) {
      return number;
    }
    throw Refusal.type("an integer", value);
  }

  static List<?> list(Object value) {
    if (value instanceof List<?> list) {
      return list;
    }
    throw Refusal.type("a list", value);
  }

  static Map<?, ?> map(Object value) {
    if (value instanceof Map<?, ?> map) {
      return map;
    }
    throw Refusal.type("a map", value);
  }

  static Boolean truth(Object value) {
    if (value == null || value instanceof Boolean) {
      return (Boolean) value;
    }
    throw Refusal.type("a boolean", value);
  }

  /** Whether a condition holds: null does not. */
  static boolean holds(Object value) {
    return Boolean.TRUE.equals(truth(value));
  }
}
