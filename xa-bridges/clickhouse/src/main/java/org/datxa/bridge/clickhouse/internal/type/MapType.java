package org.datxa.bridge.clickhouse.internal.type;

import java.util.Map;

/** Map(K, V). */
record MapType(String name, ColumnType key, ColumnType item) implements ColumnType {
  @Override
  public void write(Object value, RowBuffer out) throws ValueRefused {
    if (!(value instanceof Map<?, ?> map)) {
      throw ValueRefused.of(value, name);
    }
    out.writeVarint(map.size());
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      key.write(entry.getKey(), out);
      item.write(entry.getValue(), out);
    }
  }
}
