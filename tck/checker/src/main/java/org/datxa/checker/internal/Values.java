package org.datxa.checker.internal;

import java.math.BigDecimal;
import java.sql.Timestamp;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** One text for one value, whatever type a client gives it. */
public final class Values {
  /** The text of no value. */
  static final String NULL = "null";

  private Values() {}

  /**
   * Writes a value.
   *
   * @param value the value, or null
   * @return numbers without needless digits, bytes in hexadecimal digits, times in UTC
   */
  public static String text(Object value) {
    if (value == null) {
      return NULL;
    }
    if (value instanceof Number number) {
      return number(number.toString());
    }
    if (value instanceof byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    }
    if (value instanceof Collection<?> list) {
      return list.stream().map(Values::text).collect(Collectors.joining(", ", "[", "]"));
    }
    return time(value);
  }

  private static String time(Object value) {
    if (value instanceof Timestamp it) {
      return it.toInstant().toString();
    }
    if (value instanceof OffsetDateTime it) {
      return it.toInstant().toString();
    }
    if (value instanceof ZonedDateTime it) {
      return it.toInstant().toString();
    }
    return value.toString();
  }

  private static String number(String text) {
    try {
      BigDecimal number = new BigDecimal(text);
      return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    } catch (NumberFormatException e) {
      return text; // NaN and the infinities
    }
  }

  static Map<String, String> texts(Map<String, ?> columns) {
    Map<String, String> texts = new LinkedHashMap<>();
    columns.forEach((name, value) -> texts.put(name, text(value)));
    return texts;
  }
}
