package org.datxa.bridge.clickhouse.internal.type;

import java.time.DateTimeException;
import java.time.LocalDate;

/** Date (1970-01-01 to 2149-06-06) and Date32 (1900-01-01 to 2299-12-31): a day without a zone. */
record DateType(String name, boolean wide) implements ColumnType {
  private static final long MOST_NARROW = 65_535;
  private static final long LEAST_WIDE = LocalDate.of(1900, 1, 1).toEpochDay();
  private static final long MOST_WIDE = LocalDate.of(2299, 12, 31).toEpochDay();

  @Override
  public void write(Object value, RowBuffer out) throws ValueRefused {
    long day = day(value).toEpochDay();
    if (day < (wide ? LEAST_WIDE : 0) || day > (wide ? MOST_WIDE : MOST_NARROW)) {
      throw ValueRefused.of(value, name);
    }
    out.writeLittle(day, wide ? 4 : 2);
  }

  private LocalDate day(Object value) throws ValueRefused {
    try {
      if (value instanceof LocalDate day) {
        return day;
      }
      if (value instanceof java.sql.Date day) {
        return day.toLocalDate();
      }
      if (value instanceof CharSequence text) {
        return LocalDate.parse(text);
      }
    } catch (DateTimeException e) {
      throw ValueRefused.of(value, name, e);
    }
    throw ValueRefused.of(value, name);
  }
}
