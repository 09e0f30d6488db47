package org.datxa.bridge.clickhouse.internal.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Calendar;

/** The values bound to the question marks of a prepared INSERT. */
final class Parameters {
  private final Object[] values;
  private final boolean[] bound;

  Parameters(int count) {
    values = new Object[count];
    bound = new boolean[count];
  }

  Object clear() {
    Arrays.fill(values, null);
    Arrays.fill(bound, false);
    return null;
  }

  Object[] values() throws SQLException {
    for (int i = 0; i < bound.length; i++) {
      if (!bound[i]) {
        throw new SQLException("Parameter " + (i + 1) + " is not set", "07001");
      }
    }
    return values;
  }

  /** One of JDBC's setters: the index, the value, and sometimes a length, a type or a calendar. */
  Object set(String setter, Object[] args) throws SQLException {
    if (!(args[0] instanceof Integer index) || index < 1 || index > values.length) {
      throw new SQLException("There is no parameter " + args[0], "07009");
    }
    values[index - 1] = setter.equals("setNull") ? null : value(setter, args);
    bound[index - 1] = true;
    return null;
  }

  private static Object value(String setter, Object[] args) throws SQLException {
    Object value = args[1];
    Object extra = args.length > 2 ? args[2] : null;
    if (setter.equals("setTime") || setter.equals("setRowId") || setter.equals("setRef")) {
      throw SqlErrors.refused(setter + " is not offered");
    }
    try {
      if (value instanceof Date date && extra instanceof Calendar calendar) {
        return day(date, calendar);
      }
      if (value instanceof InputStream in) {
        return text(setter, limited(in, extra));
      }
      return value instanceof Reader reader ? limited(reader, extra) : large(value);
    } catch (IOException e) {
      throw new SQLException("The stream of a parameter could not be read", "22000", e);
    }
  }

  private static LocalDate day(Date date, Calendar calendar) {
    return java.time.Instant.ofEpochMilli(date.getTime())
        .atZone(calendar.getTimeZone().toZoneId())
        .toLocalDate();
  }

  private static Object text(String setter, byte[] bytes) throws IOException {
    return setter.equals("setAsciiStream") ? ascii(bytes) : bytes;
  }

  private static String ascii(byte[] bytes) throws IOException {
    return StandardCharsets.US_ASCII.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
  }

  private static byte[] limited(InputStream in, Object length) throws IOException {
    return length instanceof Number number
        ? in.readNBytes(Math.toIntExact(number.longValue()))
        : in.readAllBytes();
  }

  private static String limited(Reader reader, Object length) throws IOException {
    StringWriter text = new StringWriter();
    reader.transferTo(text);
    String all = text.toString();
    return length instanceof Number number && number.longValue() < all.length()
        ? all.substring(0, number.intValue())
        : all;
  }

  private static Object large(Object value) throws SQLException {
    if (value instanceof Blob blob) {
      return blob.getBytes(1, Math.toIntExact(blob.length()));
    }
    if (value instanceof Clob clob) {
      return clob.getSubString(1, Math.toIntExact(clob.length()));
    }
    return value;
  }
}
