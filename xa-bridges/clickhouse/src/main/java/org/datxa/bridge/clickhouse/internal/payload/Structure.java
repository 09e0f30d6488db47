package org.datxa.bridge.clickhouse.internal.payload;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.datxa.bridge.clickhouse.internal.sql.Sql;

/**
 * The columns of rows in RowBinary.
 *
 * @param names their names
 * @param types their types, as the server writes them
 */
public record Structure(List<String> names, List<String> types) {
  /** Copies both lists. */
  public Structure {
    names = List.copyOf(names);
    types = List.copyOf(types);
  }

  /**
   * Rows as a table expression. Its columns are called {@code c0}, {@code c1} and so on, so that no
   * name of a column stands inside the text of the structure.
   *
   * @param rows the rows
   * @return a call of the table function {@code format}
   */
  public String source(byte[] rows) {
    String columns =
        IntStream.range(0, types.size())
            .mapToObj(i -> "c" + i + " " + types.get(i))
            .collect(Collectors.joining(", "));
    return "format(RowBinary, " + Sql.literal(columns) + ", " + Sql.bytes(rows) + ")";
  }
}
