package org.datxa.bridge.clickhouse.internal.type;

/** Nullable(T). */
record NullableType(ColumnType inner) implements ColumnType {
  @Override
  public void write(Object value, RowBuffer out) throws ValueRefused {
    out.writeByte(value == null ? 1 : 0);
    if (value != null) {
      inner.write(value, out);
    }
  }
}
