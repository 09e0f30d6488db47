package org.datxa.bridge.clickhouse.internal.type;

import java.math.BigInteger;

/** Bool: a Boolean, 0 or 1, or the words. */
record BoolType() implements ColumnType {
  @Override
  public void write(Object value, RowBuffer out) throws ValueRefused {
    if (value instanceof Boolean bool) {
      out.writeByte(bool ? 1 : 0);
    } else if (value instanceof CharSequence text) {
      out.writeByte(word(text.toString()));
    } else {
      BigInteger number = IntegerType.exact(value, "Bool");
      if (number.signum() < 0 || number.bitLength() > 1) {
        throw ValueRefused.of(value, "Bool");
      }
      out.writeByte(number.intValue());
    }
  }

  private static int word(String text) throws ValueRefused {
    return switch (text) {
      case "true", "1" -> 1;
      case "false", "0" -> 0;
      default -> throw ValueRefused.of(text, "Bool");
    };
  }
}
