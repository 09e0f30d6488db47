package org.datxa.bridge.clickhouse.internal.type;

import java.math.BigDecimal;
import java.math.BigInteger;

/** Decimal(precision, scale); digits that the column would drop are refused. */
record DecimalType(String name, int precision, int scale) implements ColumnType {
  private static final int LONGEST_NUMBER = 400;

  @Override
  public void write(Object value, RowBuffer out) throws ValueRefused {
    try {
      BigInteger unscaled = IntegerType.unscaled(number(value, name), scale);
      if (unscaled.abs().compareTo(BigInteger.TEN.pow(precision)) >= 0) {
        throw ValueRefused.of(value, name);
      }
      out.writeLittle(unscaled, width());
    } catch (ArithmeticException e) {
      throw ValueRefused.of(value, name, e);
    }
  }

  private int width() {
    if (precision <= 9) {
      return 4;
    }
    if (precision <= 18) {
      return 8;
    }
    return precision <= 38 ? 16 : 32;
  }

  /** The number that a value stands for, exactly. */
  static BigDecimal number(Object value, String type) throws ValueRefused {
    try {
      BigDecimal number = convert(value);
      if (number == null || Math.abs((long) number.scale()) > LONGEST_NUMBER) {
        throw ValueRefused.of(value, type);
      }
      return number;
    } catch (NumberFormatException e) {
      throw ValueRefused.of(value, type, e);
    }
  }

  private static BigDecimal convert(Object value) {
    if (value instanceof BigDecimal big) {
      return big;
    }
    if (value instanceof BigInteger big) {
      return new BigDecimal(big);
    }
    if (value instanceof Double || value instanceof Float || value instanceof CharSequence) {
      return new BigDecimal(value.toString().strip());
    }
    return value instanceof Number ? new BigDecimal(value.toString()) : null;
  }
}
