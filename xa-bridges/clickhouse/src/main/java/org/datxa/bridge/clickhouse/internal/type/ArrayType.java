package org.datxa.bridge.clickhouse.internal.type;

import java.lang.reflect.Array;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Array(T), from a java.sql.Array, any Java array or any collection. */
record ArrayType(String name, ColumnType item) implements ColumnType {
  @Override
  public void write(Object value, RowBuffer out) throws ValueRefused {
    Collection<?> items = items(value, name);
    out.writeVarint(items.size());
    for (Object element : items) {
      item.write(element, out);
    }
  }

  static Collection<?> items(Object value, String type) throws ValueRefused {
    if (value instanceof java.sql.Array array) {
      return items(content(array, type), type);
    }
    if (value instanceof Collection<?> collection) {
      return collection;
    }
    if (value == null || !value.getClass().isArray()) {
      throw ValueRefused.of(value, type);
    }
    List<Object> items = new ArrayList<>();
    for (int i = 0; i < Array.getLength(value); i++) {
      items.add(Array.get(value, i));
    }
    return items;
  }

  private static Object content(java.sql.Array array, String type) throws ValueRefused {
    try {
      return array.getArray();
    } catch (SQLException e) {
      throw ValueRefused.of(array, type, e);
    }
  }
}
