package org.datxa.bridge.drevo;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One row. Values are null, Boolean, Long, Double, String, List, Map, {@link DrevoNode}, {@link
 * DrevoRelationship} or {@link DrevoPath}.
 *
 * @param keys the names of the columns
 * @param values the values, in the same order
 */
public record DrevoRecord(List<String> keys, List<Object> values) {
  /**
   * Copies both lists.
   *
   * @param keys the names of the columns
   * @param values the values, in the same order
   */
  public DrevoRecord {
    keys = List.copyOf(keys);
    values = Collections.unmodifiableList(new ArrayList<>(values)); // may hold null
  }

  /**
   * The value of a column.
   *
   * @param key the name of the column
   * @return the value, or null
   * @throws IllegalArgumentException if there is no such column; the message names those there are
   */
  public Object value(String key) {
    int at = keys.indexOf(key);
    if (at < 0) {
      throw new IllegalArgumentException("No column '" + key + "'; there are " + keys + ".");
    }
    return values.get(at);
  }

  /**
   * The value of a column as a type.
   *
   * @param key the name of the column
   * @param type the type
   * @param <T> the type
   * @return the value, or null
   * @throws IllegalArgumentException if there is no such column, or its value is of another type
   */
  public <T> T value(String key, Class<T> type) {
    Object value = value(key);
    if (value != null && !type.isInstance(value)) {
      throw new IllegalArgumentException(
          "Column '"
              + key
              + "' holds a "
              + value.getClass().getSimpleName()
              + ", not a "
              + type.getSimpleName()
              + ".");
    }
    return type.cast(value);
  }

  /**
   * The row as a map.
   *
   * @return the values by the names of their columns, in the order of the columns
   */
  public Map<String, Object> map() {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < keys.size(); i++) {
      map.put(keys.get(i), values.get(i));
    }
    return Collections.unmodifiableMap(map);
  }
}
