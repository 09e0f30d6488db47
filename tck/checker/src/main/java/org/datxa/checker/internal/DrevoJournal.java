package org.datxa.checker.internal;

import java.util.LinkedHashMap;
import java.util.Map;
import org.neo4j.driver.Record;

/**
 * A journal in a drevo graph: a node for each record, and one for what is not a record.
 *
 * @param source the graph
 */
public record DrevoJournal(DrevoSource source) implements JournalReader {
  private static final String LABEL = "DatJournal:";
  private static final String ALL =
      "MATCH (n:DatJournal) RETURN n.title AS title, n.state AS state, n.datTxTime AS time,"
          + " n.branches AS branches, n.progress AS progress, n.progressEnd AS end,"
          + " n.watermark AS watermark ORDER BY title";

  @Override
  public JournalSeen read() {
    return source.with(this::read);
  }

  private JournalSeen read(DrevoSource.Query query) {
    Map<String, JournalSeen.Entry> entries = new LinkedHashMap<>();
    long watermark = 0;
    for (Record row : query.run(ALL, Map.of())) {
      if (row.get("title").asString("").equals(LABEL + "identity")) {
        watermark = row.get("watermark").asLong(0);
      } else {
        JournalSeen.Entry entry = entry(row);
        entries.put(entry.datTxn(), entry);
      }
    }
    return new JournalSeen(entries, watermark);
  }

  private static JournalSeen.Entry entry(Record row) {
    String title = row.get("title").asString("");
    return RecordText.entry(
        title.startsWith(LABEL) ? title.substring(LABEL.length()) : title,
        row.get("state").asString(""),
        row.get("time").asLong(0),
        row.get("branches").asString("[]"),
        row.get("progress").asString("") + row.get("end").asString(""));
  }
}
