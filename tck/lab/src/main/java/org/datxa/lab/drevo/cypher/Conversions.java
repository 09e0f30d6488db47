package org.datxa.lab.drevo.cypher;

import java.util.Locale;

/** From one kind of value to another. */
final class Conversions {

  private Conversions() {}

  static String text(Object value) {
    if (value instanceof String || value instanceof Number || value instanceof Boolean) {
      return value.toString();
    }
    throw Refusal.type("a string, number or boolean", value);
  }

  static Object integer(Object value) {
    if (value instanceof Double number) {
      return Double.isFinite(number) ? (Object) number.longValue() : null;
    }
    if (value instanceof Boolean truth) {
      return truth ? 1L : 0L;
    }
    return value instanceof Long ? value : integerOf(Values.string(value));
  }

  private static Object integerOf(String text) {
    try {
      return Long.valueOf(text.trim());
    } catch (NumberFormatException e) {
      Object number = floatingOf(text);
      return number == null ? null : integer(number);
    }
  }

  static Object floating(Object value) {
    return value instanceof Number number
        ? (Object) number.doubleValue()
        : floatingOf(Values.string(value));
  }

  private static Object floatingOf(String text) {
    try {
      return Double.valueOf(text.trim());
    } catch (NumberFormatException e) {
      return null;
    }
  }

  static Object truth(Object value) {
    if (value instanceof Boolean) {
      return value;
    }
    if (value instanceof Long number) {
      return number != 0;
    }
    return switch (Values.string(value).trim().toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> null;
    };
  }
}
