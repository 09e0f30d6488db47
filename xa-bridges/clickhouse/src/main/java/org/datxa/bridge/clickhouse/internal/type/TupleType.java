package org.datxa.bridge.clickhouse.internal.type;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Tuple(…), from a list or array in order, or from a map when its elements have names. */
record TupleType(String name, List<String> names, List<ColumnType> items) implements ColumnType {
  @Override
  public void write(Object value, RowBuffer out) throws ValueRefused {
    Collection<?> values = value instanceof Map<?, ?> map ? named(map) : elements(value);
    if (values.size() != items.size()) {
      throw ValueRefused.of(value, name);
    }
    Iterator<?> next = values.iterator();
    for (ColumnType item : items) {
      item.write(next.next(), out);
    }
  }

  private Collection<?> elements(Object value) throws ValueRefused {
    if (value instanceof java.sql.Struct struct) {
      try {
        return ArrayType.items(struct.getAttributes(), name);
      } catch (java.sql.SQLException e) {
        throw ValueRefused.of(value, name, e);
      }
    }
    return ArrayType.items(value, name);
  }

  private Collection<?> named(Map<?, ?> map) throws ValueRefused {
    if (map.size() != names.size() || !map.keySet().containsAll(names)) {
      throw ValueRefused.of(map, name);
    }
    List<Object> values = new ArrayList<>();
    names.forEach(element -> values.add(map.get(element)));
    return values;
  }
}
