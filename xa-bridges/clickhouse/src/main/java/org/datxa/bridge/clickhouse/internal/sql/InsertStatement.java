package org.datxa.bridge.clickhouse.internal.sql;

import java.util.List;
import java.util.Optional;

/**
 * An INSERT of values.
 *
 * @param database the database as written, or empty
 * @param table the table
 * @param columns the column list, or empty for all
 * @param rows the rows; a cell is a literal value, null, or a {@link Placeholder}, or a list or map
 *     of such
 * @param placeholders how many there are
 */
public record InsertStatement(
    Optional<String> database,
    String table,
    List<String> columns,
    List<List<Object>> rows,
    int placeholders) {

  /**
   * A question mark.
   *
   * @param index which, from 0
   */
  public record Placeholder(int index) {}

  /**
   * Reads an INSERT.
   *
   * @param sql the statement
   * @return what it says
   * @throws SqlRefused if it is anything but values: the message names what it is
   */
  public static InsertStatement parse(String sql) throws SqlRefused {
    return new InsertParser(Tokens.of(sql)).parse();
  }
}
