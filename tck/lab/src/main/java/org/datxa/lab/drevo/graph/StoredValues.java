package org.datxa.lab.drevo.graph;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** What a property can hold. */
final class StoredValues {

  private StoredValues() {}

  static Map<String, Object> copy(Map<String, Object> values) {
    Map<String, Object> copy = new LinkedHashMap<>();
    values.forEach((key, value) -> copy.put(key, stored(value)));
    return Collections.unmodifiableMap(copy);
  }

  private static Object stored(Object value) {
    if (value instanceof Double number) {
      return Double.isFinite(number) ? number : null;
    }
    if (value instanceof List<?> list) {
      return Collections.unmodifiableList(
          list.stream().map(StoredValues::stored).collect(Collectors.toList()));
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> copy = new LinkedHashMap<>();
      map.forEach((key, inner) -> copy.put((String) key, stored(inner)));
      return Collections.unmodifiableMap(copy);
    }
    if (value instanceof Integer number) {
      return number.longValue();
    }
    return scalar(value);
  }

  private static Object scalar(Object value) {
    if (value == null
        || value instanceof Boolean
        || value instanceof Long
        || value instanceof String) {
      return value;
    }
    String kind = Objects.requireNonNull(value).getClass().getSimpleName();
    throw new DrevoFailure(Codes.SEMANTIC_ERROR, "A property cannot hold a " + kind);
  }
}
