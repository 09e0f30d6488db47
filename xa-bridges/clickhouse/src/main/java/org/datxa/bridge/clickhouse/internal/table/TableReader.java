package org.datxa.bridge.clickhouse.internal.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.datxa.bridge.clickhouse.internal.http.Answer;
import org.datxa.bridge.clickhouse.internal.http.HttpChannel;
import org.datxa.bridge.clickhouse.internal.sql.Sql;
import org.datxa.spi.error.StoreException;

/** Reads the description of tables from the server. */
public final class TableReader {
  private static final Map<String, String> NO_CACHE = Map.of("use_query_cache", "0");
  private static final int TABLE_WIDTH = 9;

  private final HttpChannel channel;

  /**
   * A reader.
   *
   * @param channel the way to the server
   */
  public TableReader(HttpChannel channel) {
    this.channel = channel;
  }

  /**
   * Reads a table.
   *
   * @param name its name
   * @return what it looks like now, or empty if it does not exist
   * @throws StoreException if it cannot be read
   */
  public Optional<TableShape> read(TableName name) throws StoreException {
    Answer answer = new Answer(channel.ask(query(name), NO_CACHE));
    if (!answer.hasNext()) {
      return Optional.empty();
    }
    List<String> fields = new ArrayList<>();
    for (int i = 0; i < TABLE_WIDTH; i++) {
      fields.add(answer.text());
    }
    return Optional.of(
        new TableShape(
            name,
            fields.get(0),
            fields.get(1),
            fields.get(2),
            fields.get(3),
            fields.get(4),
            fields.get(5),
            !fields.get(6).equals("0"),
            fields.get(7),
            columns(answer, Integer.parseInt(fields.get(8)))));
  }

  private static List<Column> columns(Answer answer, int count) {
    Answer parts = new Answer(answer.next());
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      columns.add(new Column(parts.text(), parts.text(), parts.text(), parts.text()));
    }
    return columns;
  }

  private static String query(TableName name) {
    String of = " WHERE database = " + Sql.literal(name.database());
    String table = Sql.literal(name.table());
    return "WITH (SELECT groupArray((name, type, toString(default_kind), default_expression)) FROM"
        + " (SELECT * FROM system.columns"
        + of
        + " AND table = "
        + table
        + " ORDER BY position)) AS cols SELECT toString(uuid), engine, engine_full, partition_key,"
        + " sorting_key, create_table_query, toString(length(dependencies_table)), timezone(),"
        + " toString(length(cols)), arrayStringConcat(arrayMap(c -> formatRow('RowBinary', c.1,"
        + " c.2, c.3, c.4), cols)) FROM system.tables"
        + of
        + " AND name = "
        + table
        + " FORMAT RowBinary";
  }
}
