package org.datxa.bridge.clickhouse.internal.type;

import java.math.BigDecimal;
import java.math.BigInteger;

/** Int8 to Int256 and UInt8 to UInt256. */
record IntegerType(String name, int bits, boolean signed) implements ColumnType {
  @Override
  public void write(Object value, RowBuffer out) throws ValueRefused {
    if (bits <= 32 && (value instanceof Integer || value instanceof Long)) {
      long number = ((Number) value).longValue();
      long least = signed ? -(1L << (bits - 1)) : 0;
      long most = signed ? (1L << (bits - 1)) - 1 : (1L << bits) - 1;
      if (number < least || number > most) {
        throw ValueRefused.of(value, name);
      }
      out.writeLittle(number, bits / 8);
    } else {
      out.writeLittle(inRange(value), bits / 8);
    }
  }

  private BigInteger inRange(Object value) throws ValueRefused {
    BigInteger number = exact(value, name);
    boolean fits =
        signed ? number.bitLength() < bits : number.signum() >= 0 && number.bitLength() <= bits;
    if (!fits) {
      throw ValueRefused.of(value, name);
    }
    return number;
  }

  static BigInteger exact(Object value, String type) throws ValueRefused {
    try {
      if (value instanceof BigInteger big) {
        return big;
      }
      if (value instanceof Long
          || value instanceof Integer
          || value instanceof Short
          || value instanceof Byte) {
        return BigInteger.valueOf(((Number) value).longValue());
      }
      if (value instanceof Boolean bool) {
        return bool ? BigInteger.ONE : BigInteger.ZERO;
      }
      return DecimalType.number(value, type).toBigIntegerExact();
    } catch (ArithmeticException e) {
      throw ValueRefused.of(value, type, e);
    }
  }

  static BigInteger unscaled(BigDecimal value, int scale) {
    return value.setScale(scale, java.math.RoundingMode.UNNECESSARY).unscaledValue();
  }
}
