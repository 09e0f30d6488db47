package org.datxa.bridge.clickhouse.internal.type;

import java.math.BigInteger;
import java.util.Map;

/** Enum8 and Enum16, by label or by number. */
record EnumType(String name, int bits, Map<String, Integer> labels) implements ColumnType {
  @Override
  public void write(Object value, RowBuffer out) throws ValueRefused {
    out.writeLittle(number(value), bits / 8);
  }

  private int number(Object value) throws ValueRefused {
    if (value instanceof CharSequence || value instanceof Enum<?>) {
      String label = value instanceof Enum<?> constant ? constant.name() : value.toString();
      Integer number = labels.get(label);
      if (number == null) {
        throw new ValueRefused("'" + label + "' is no label of " + name);
      }
      return number;
    }
    BigInteger number = IntegerType.exact(value, name);
    if (number.bitLength() > 15 || !labels.containsValue(number.intValue())) {
      throw ValueRefused.of(value, name);
    }
    return number.intValue();
  }
}
