package org.datxa.bridge.clickhouse.internal.type;

import java.util.Locale;

/**
 * Float32 and Float64. NaN, infinities and the negative zero are kept. A number is rounded to the
 * nearest one that the type has, as everywhere; a finite one never becomes infinite.
 */
record FloatType(String name, boolean single) implements ColumnType {
  @Override
  public void write(Object value, RowBuffer out) throws ValueRefused {
    double number = number(value);
    if (!single) {
      out.writeLittle(Double.doubleToRawLongBits(number), 8);
      return;
    }
    float narrowed = value instanceof Float exact ? exact : (float) number;
    if (Float.isInfinite(narrowed) && !Double.isInfinite(number)) {
      throw ValueRefused.of(value, name);
    }
    out.writeLittle(Float.floatToRawIntBits(narrowed), 4);
  }

  private double number(Object value) throws ValueRefused {
    if (value instanceof Double || value instanceof Float) {
      return ((Number) value).doubleValue();
    }
    if (value instanceof CharSequence text) {
      return parse(text.toString().strip());
    }
    if (value instanceof Number) {
      return finite(DecimalType.number(value, name).doubleValue(), value);
    }
    throw ValueRefused.of(value, name);
  }

  private double parse(String text) throws ValueRefused {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "nan" -> Double.NaN;
      case "inf", "+inf", "infinity" -> Double.POSITIVE_INFINITY;
      case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
      default -> decimal(text);
    };
  }

  private double decimal(String text) throws ValueRefused {
    try {
      return finite(Double.parseDouble(text), text);
    } catch (NumberFormatException e) {
      throw ValueRefused.of(text, name, e);
    }
  }

  private double finite(double number, Object value) throws ValueRefused {
    if (Double.isInfinite(number)) {
      throw ValueRefused.of(value, name);
    }
    return number;
  }
}
