package org.datxa.checker.internal;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.datxa.checker.internal.StoreSeen.Mark;
import org.datxa.checker.internal.StoreSeen.Row;

/**
 * A table in ClickHouse and the markers in its database.
 *
 * @param name the store
 * @param source the server
 * @param database the database of table and markers
 * @param table the table
 * @param key its key column
 */
public record ClickHouseReader(
    String name, ClickHouseSource source, String database, String table, String key)
    implements StoreReader {

  @Override
  public boolean twoPhase() {
    return false;
  }

  @Override
  public StoreSeen read() throws IOException, InterruptedException {
    // a replacing table shows a repeated row until it is merged, which is its own promise
    String last = engine(table).startsWith("Replacing") ? " FINAL" : "";
    List<Row> rows =
        source.query("SELECT * FROM " + place(table) + last).stream().map(this::row).toList();
    return StoreSeen.of(rows, markers(), List.of());
  }

  /** A marker may be written twice, which its table merges later. */
  private List<Mark> markers() throws IOException, InterruptedException {
    if (engine("dat_applied").isEmpty()) {
      return List.of();
    }
    return source
        .query(
            "SELECT DISTINCT toString(dat_txn) AS dat_txn, dat_tx_time FROM "
                + place("dat_applied"))
        .stream()
        .map(
            row ->
                new Mark(
                    (String) row.get("dat_txn"), ((Number) row.get("dat_tx_time")).longValue()))
        .toList();
  }

  private String engine(String of) throws IOException, InterruptedException {
    List<Map<String, Object>> rows =
        source.query(
            "SELECT engine FROM system.tables WHERE database = '"
                + Names.plain(database)
                + "' AND name = '"
                + Names.plain(of)
                + "'");
    return rows.isEmpty() ? "" : String.valueOf(rows.get(0).get("engine"));
  }

  private String place(String of) {
    return Names.ticked(database + "." + of);
  }

  private Row row(Map<String, Object> columns) {
    return new Row(Values.text(columns.get(key)), Values.texts(columns));
  }
}
