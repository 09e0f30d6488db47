package org.datxa.bridge.clickhouse.internal.sql;

import java.util.Collection;
import java.util.stream.Collectors;

/** Quoting. */
public final class Sql {
  private static final char[] HEX = "0123456789ABCDEF".toCharArray();

  private Sql() {}

  /**
   * Quotes an identifier.
   *
   * @param name any name
   * @return the name in backticks
   */
  public static String identifier(String name) {
    return '`' + escape(name).replace("`", "\\`") + '`';
  }

  /**
   * Quotes the name of a table.
   *
   * @param database its database
   * @param table its name
   * @return both, quoted
   */
  public static String table(String database, String table) {
    return identifier(database) + "." + identifier(table);
  }

  /**
   * Quotes a list of identifiers.
   *
   * @param names any names
   * @return the names in backticks, with commas between
   */
  public static String identifiers(Collection<String> names) {
    return names.stream().map(Sql::identifier).collect(Collectors.joining(", "));
  }

  /**
   * Quotes a text.
   *
   * @param text any text
   * @return a string literal
   */
  public static String literal(String text) {
    return '\'' + escape(text).replace("'", "\\'") + '\'';
  }

  /**
   * Bytes as an expression that survives any transport.
   *
   * @param bytes any bytes
   * @return a call of {@code unhex}
   */
  public static String bytes(byte[] bytes) {
    char[] hex = new char[2 * bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      hex[2 * i] = HEX[(bytes[i] >> 4) & 15];
      hex[2 * i + 1] = HEX[bytes[i] & 15];
    }
    return "unhex('" + new String(hex) + "')";
  }

  private static String escape(String text) {
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\0", "\\0");
  }
}
