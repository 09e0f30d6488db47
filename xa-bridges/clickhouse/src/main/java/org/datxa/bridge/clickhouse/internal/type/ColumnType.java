package org.datxa.bridge.clickhouse.internal.type;

/** How the values of one column type become RowBinary. */
public interface ColumnType {
  /**
   * Appends a value, or refuses it. A refused value may leave bytes behind; the caller truncates.
   *
   * @param value what the application gave, or null
   * @param out where it goes
   * @throws ValueRefused if the column could not hold exactly this value
   */
  void write(Object value, RowBuffer out) throws ValueRefused;
}
