package org.datxa.bridge.drevo.internal;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Parameters as the client takes them. What drevo would refuse only later, or would store as
 * something else without a word, is refused here by its name.
 */
final class Parameters {
  private static final int DEEPEST = 64;
  private static final int MOST_VALUES = 1_000_000;
  private static final int MICROSECOND = 1_000;

  private final String store;
  private int values;

  private Parameters(String store) {
    this.store = store;
  }

  static Map<String, Object> of(String store, Map<String, ?> given) {
    Parameters parameters = new Parameters(store);
    Map<String, Object> checked = new LinkedHashMap<>();
    given.forEach(
        (name, value) -> {
          if (name == null) {
            throw parameters.refused("(no name)", "has no name");
          }
          checked.put(name, parameters.value(name, value, 0));
        });
    return checked;
  }

  private Object value(String path, Object value, int depth) {
    if (++values > MOST_VALUES) {
      throw refused(path, "is more than the " + MOST_VALUES + "th value of one statement");
    }
    if (value == null || value instanceof Boolean || value instanceof Long) {
      return value;
    }
    if (value instanceof Number it) {
      return number(path, it);
    }
    if (value instanceof CharSequence || value instanceof Character) {
      return text(path, value.toString());
    }
    if (value instanceof TemporalAccessor it) {
      return time(path, it);
    }
    return several(path, value, depth);
  }

  private Object several(String path, Object value, int depth) {
    if (depth >= DEEPEST) {
      throw refused(path, "is nested deeper than " + DEEPEST + " levels");
    }
    if (value instanceof Map<?, ?> it) {
      return map(path, it, depth);
    }
    if (value instanceof Collection<?> it) {
      return list(path, it, depth);
    }
    if (value instanceof byte[]) {
      throw refused(path, "is of bytes, which drevo cannot store; encode it as text");
    }
    if (value.getClass().isArray()) {
      return list(path, elements(value), depth);
    }
    throw refused(path, "is a " + value.getClass().getName() + ", which drevo cannot store");
  }

  private static List<Object> elements(Object array) {
    List<Object> elements = new ArrayList<>();
    for (int i = 0; i < Array.getLength(array); i++) {
      elements.add(Array.get(array, i));
    }
    return elements;
  }

  private Map<String, Object> map(String path, Map<?, ?> from, int depth) {
    Map<String, Object> map = new LinkedHashMap<>();
    from.forEach(
        (key, item) -> {
          if (!(key instanceof String name)) {
            throw refused(path, "has a key that is no text");
          }
          map.put(text(path, name), value(path + "." + name, item, depth + 1));
        });
    return map;
  }

  private List<Object> list(String path, Collection<?> from, int depth) {
    List<Object> list = new ArrayList<>(from.size());
    for (Object item : from) {
      list.add(value(path + "[" + list.size() + "]", item, depth + 1));
    }
    return list;
  }

  private Object number(String path, Number value) {
    if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
      return value.longValue();
    }
    if (value instanceof Double || value instanceof Float) {
      if (Double.isFinite(value.doubleValue())) {
        return value.doubleValue();
      }
      throw refused(path, "is " + value + ", which drevo would store as null");
    }
    if (value instanceof BigInteger it && it.bitLength() < Long.SIZE) {
      return it.longValue();
    }
    if (value instanceof BigDecimal it && isExact(it)) {
      return it.doubleValue();
    }
    throw refused(
        path,
        value instanceof BigInteger || value instanceof BigDecimal
            ? "does not fit into a number of 64 bits without loss; hand it over as text"
            : "is a " + value.getClass().getName() + ", which drevo cannot store");
  }

  private static boolean isExact(BigDecimal value) {
    double near = value.doubleValue();
    return Double.isFinite(near) && new BigDecimal(near).compareTo(value) == 0;
  }

  private String text(String path, String value) {
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(value)) {
      throw refused(path, "holds half of a surrogate pair, which cannot be sent");
    }
    return value;
  }

  /** What drevo turns into text; it cuts off what is finer than a microsecond. */
  private Object time(String path, TemporalAccessor value) {
    if (value instanceof LocalDate) {
      return value;
    }
    TemporalAccessor it = value;
    if (value instanceof ZonedDateTime zoned && zoned.getZone() instanceof ZoneOffset) {
      it = zoned.toOffsetDateTime();
    }
    if (!(it instanceof OffsetDateTime) && !(it instanceof LocalDateTime)) {
      throw refused(
          path,
          "is a "
              + value.getClass().getSimpleName()
              + (value instanceof ZonedDateTime ? " with a region" : "")
              + ", which drevo cannot store; use OffsetDateTime, LocalDateTime, LocalDate or text");
    }
    if (it.get(ChronoField.NANO_OF_SECOND) % MICROSECOND != 0) {
      throw refused(path, "is finer than a microsecond, which drevo would cut off; truncate it");
    }
    return it;
  }

  private IllegalArgumentException refused(String path, String why) {
    return new IllegalArgumentException(
        "Store '" + store + "': the parameter '" + path + "' " + why + ".");
  }
}
