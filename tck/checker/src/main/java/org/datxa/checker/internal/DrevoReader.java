package org.datxa.checker.internal;

import java.util.List;
import java.util.Map;
import org.datxa.checker.internal.StoreSeen.Mark;
import org.datxa.checker.internal.StoreSeen.Row;
import org.neo4j.driver.Record;

/**
 * The nodes of one label in a drevo graph, its markers, and what is prepared.
 *
 * @param name the store
 * @param source the graph
 * @param label the label
 * @param key the property that tells one node from another
 */
public record DrevoReader(String name, DrevoSource source, String label, String key)
    implements StoreReader {
  private static final String PREPARED = "CALL drevo.tx.listPrepared()";
  private static final String MARKERS =
      "MATCH (m:DatApplied) RETURN m.dat_txn AS dat_txn, m.dat_tx_time AS dat_tx_time,"
          + " m.title AS title";

  @Override
  public boolean twoPhase() {
    return true;
  }

  @Override
  public StoreSeen read() {
    return source.with(this::read);
  }

  private StoreSeen read(DrevoSource.Query query) {
    List<String> prepared =
        query.run(PREPARED, Map.of()).stream().map(row -> row.get("gid").asString()).toList();
    List<Mark> markers = query.run(MARKERS, Map.of()).stream().map(DrevoReader::mark).toList();
    List<Row> rows =
        query.run("MATCH (n:" + Names.ticked(label) + ") RETURN n", Map.of()).stream()
            .map(row -> row(row.get("n").asNode().asMap()))
            .toList();
    return StoreSeen.of(rows, markers, prepared);
  }

  /** The title is the key, so it tells whose marker it is. */
  private static Mark mark(Record row) {
    String title = row.get("title").asString("");
    return new Mark(
        title.startsWith("DatApplied:") ? title.substring("DatApplied:".length()) : title,
        row.get("dat_tx_time").asLong(0));
  }

  private Row row(Map<String, Object> properties) {
    return new Row(Values.text(properties.get(key)), Values.texts(properties));
  }
}
