package org.datxa.lab.drevo.bolt;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.datxa.lab.drevo.graph.DrevoFailure;
import org.datxa.lab.drevo.pack.Structure;

/** Parameters as statements take them: times become text, much else is refused. */
final class Parameters {

  static final String INVALID_FORMAT = "Neo.ClientError.Request.InvalidFormat";

  private static final DateTimeFormatter LOCAL =
      new DateTimeFormatterBuilder()
          .appendPattern("uuuu-MM-dd'T'HH:mm:ss")
          .appendFraction(ChronoField.MICRO_OF_SECOND, 0, 6, true)
          .toFormatter();

  private Parameters() {}

  static Map<String, Object> values(Map<?, ?> parameters) {
    Map<String, Object> values = new LinkedHashMap<>();
    parameters.forEach((name, value) -> values.put((String) name, value(value)));
    return values;
  }

  private static Object value(Object value) {
    if (value instanceof List<?> list) {
      List<Object> values = new ArrayList<>();
      list.forEach(inner -> values.add(value(inner)));
      return values;
    }
    if (value instanceof Map<?, ?> map) {
      return values(map);
    }
    if (value instanceof byte[]) {
      throw refused("bytes");
    }
    return value instanceof Structure structure ? text(structure) : value;
  }

  private static String text(Structure structure) {
    try {
      return temporal(structure.tag(), structure.fields());
    } catch (ClassCastException | IndexOutOfBoundsException | java.time.DateTimeException e) {
      DrevoFailure failure = refused("a malformed structure");
      failure.addSuppressed(e);
      throw failure;
    }
  }

  private static String temporal(int tag, List<Object> fields) {
    return switch (tag) {
      case Tags.DATE -> LocalDate.ofEpochDay(number(fields, 0)).toString();
      case Tags.LOCAL_DATE_TIME -> local(number(fields, 0), number(fields, 1));
      case Tags.DATE_TIME_UTC_SECONDS -> local(number(fields, 0), number(fields, 1)) + "+00:00";
      case Tags.DATE_TIME_LOCAL_SECONDS ->
          local(number(fields, 0) - number(fields, 2), number(fields, 1)) + "+00:00";
      default -> throw refused("a structure " + Integer.toHexString(tag));
    };
  }

  private static long number(List<Object> fields, int index) {
    return (Long) fields.get(index);
  }

  private static String local(long seconds, long nanos) {
    Instant instant = Instant.ofEpochSecond(seconds, nanos).truncatedTo(ChronoUnit.MICROS);
    return LOCAL.format(LocalDateTime.ofInstant(instant, ZoneOffset.UTC));
  }

  private static DrevoFailure refused(String what) {
    return new DrevoFailure(INVALID_FORMAT, "A parameter cannot be " + what);
  }
}
