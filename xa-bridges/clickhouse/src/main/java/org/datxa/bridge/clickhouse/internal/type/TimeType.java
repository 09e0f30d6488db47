package org.datxa.bridge.clickhouse.internal.type;

import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Date;
import java.util.List;

/**
 * DateTime and DateTime64. An instant (Instant, OffsetDateTime, ZonedDateTime, Timestamp,
 * java.util.Date) is stored as that instant whatever the zone of the JVM. A wall-clock value
 * (LocalDateTime, text without an offset) is read in the zone of the column, or of the server when
 * the column names none. A number is seconds, as in SQL. Digits below the precision are cut off.
 */
record TimeType(String name, boolean wide, int precision, ZoneId zone) implements ColumnType {
  private static final long MOST_NARROW = 4_294_967_295L;
  private static final long LEAST_WIDE = LocalDate.of(1900, 1, 1).toEpochDay() * 86_400;
  private static final long MOST_WIDE = LocalDate.of(2300, 1, 1).toEpochDay() * 86_400 - 1;

  @Override
  public void write(Object value, RowBuffer out) throws ValueRefused {
    Instant instant = instant(value);
    long seconds = instant.getEpochSecond();
    int nanos = instant.getNano();
    if (!wide) {
      requireWithin(value, seconds, 0, MOST_NARROW);
      out.writeLittle(seconds, 4);
      return;
    }
    requireWithin(value, seconds, LEAST_WIDE, MOST_WIDE);
    long unit = BigInteger.TEN.pow(precision).longValueExact();
    try {
      long whole = Math.multiplyExact(seconds, unit);
      out.writeLittle(Math.addExact(whole, nanos / (1_000_000_000L / unit)), 8);
    } catch (ArithmeticException e) {
      throw ValueRefused.of(value, name, e);
    }
  }

  private void requireWithin(Object value, long seconds, long least, long most)
      throws ValueRefused {
    if (seconds < least || seconds > most) {
      throw ValueRefused.of(value, name);
    }
  }

  private Instant instant(Object value) throws ValueRefused {
    try {
      if (value instanceof Instant instant) {
        return instant;
      }
      if (value instanceof OffsetDateTime time) {
        return time.toInstant();
      }
      if (value instanceof ZonedDateTime time) {
        return time.toInstant();
      }
      return value instanceof Date date ? ofDate(date) : ofOther(value);
    } catch (DateTimeException e) {
      throw ValueRefused.of(value, name, e);
    }
  }

  private Instant ofDate(Date date) throws ValueRefused {
    if (date instanceof java.sql.Date || date instanceof java.sql.Time) {
      throw ValueRefused.of(date, name);
    }
    return date.toInstant();
  }

  private Instant ofOther(Object value) throws ValueRefused {
    if (value instanceof LocalDateTime local) {
      return ofLocal(local);
    }
    if (value instanceof CharSequence text) {
      return ofText(text.toString().strip());
    }
    if (value instanceof Number) {
      return Instant.ofEpochSecond(IntegerType.exact(value, name).longValueExact());
    }
    throw ValueRefused.of(value, name);
  }

  private Instant ofText(String text) throws ValueRefused {
    String iso = text.length() > 10 && text.charAt(10) == ' ' ? text.replaceFirst(" ", "T") : text;
    if (iso.length() == 10) {
      return ofLocal(LocalDate.parse(iso).atStartOfDay());
    }
    var parsed =
        DateTimeFormatter.ISO_DATE_TIME.parseBest(iso, OffsetDateTime::from, LocalDateTime::from);
    return parsed instanceof OffsetDateTime time
        ? time.toInstant()
        : ofLocal((LocalDateTime) parsed);
  }

  private Instant ofLocal(LocalDateTime local) throws ValueRefused {
    List<ZoneOffset> offsets = zone.getRules().getValidOffsets(local);
    if (offsets.isEmpty()) {
      throw new ValueRefused(local + " does not exist in " + zone + "; use an Instant");
    }
    return local.toInstant(offsets.get(0));
  }
}
