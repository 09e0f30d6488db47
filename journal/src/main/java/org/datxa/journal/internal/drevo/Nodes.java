package org.datxa.journal.internal.drevo;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.datxa.journal.JournalCorrupted;
import org.datxa.journal.JournalException;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.RecordHead;
import org.datxa.journal.State;
import org.datxa.journal.internal.text.RecordText;
import org.neo4j.driver.Record;
import org.neo4j.driver.Value;
import org.neo4j.driver.exceptions.Neo4jException;

/** How a record becomes a node and comes back. */
final class Nodes {
  private Nodes() {}

  static String title(UUID datTxn) {
    return Cypher.PREFIX + datTxn;
  }

  /** All properties of a first record. */
  static Map<String, Object> first(JournalRecord record) {
    String branches = RecordText.branches(record.branches());
    Map<String, Object> row = change(record.head());
    row.put("title", title(record.datTxn()));
    row.put("datTxTime", record.datTxTime());
    row.put("branches", branches);
    row.put("createdMs", record.createdMillis());
    row.put("xid", record.xid().orElse(null));
    row.put("progressEnd", RecordText.progressTail(branches));
    return row;
  }

  /** The properties that a change writes. */
  static Map<String, Object> change(RecordHead next) {
    Map<String, Object> row = new HashMap<>();
    row.put("state", next.state().name());
    row.put("updatedMs", next.updatedMillis());
    row.put("progress", RecordText.progressHead(next.progress()));
    row.put("listedMs", next.progress().listedSinceMillis());
    row.put("finished", isFinished(next));
    return row;
  }

  /** May be deleted once it is old enough. J4, J9. */
  private static boolean isFinished(RecordHead head) {
    boolean over =
        head.state() == State.DONE || (head.state() == State.ABORTED && head.progress().cleaned());
    return over && head.progress().listedSinceMillis() == 0;
  }

  static Optional<JournalRecord> one(List<Record> rows) throws JournalException {
    if (rows.isEmpty()) {
      return Optional.empty();
    }
    JournalRecord record = whole(rows.get(0));
    if (rows.size() > 1) {
      throw new JournalCorrupted(
          "Two meta-transactions, "
              + record.datTxn()
              + " and "
              + rows.get(1).get("title")
              + ", carry the xid "
              + record.xid().orElse("")
              + ". Next: find out which one the transaction manager means.",
          null);
    }
    return Optional.of(record);
  }

  static List<RecordHead> heads(List<Record> rows) throws JournalException {
    List<RecordHead> heads = new ArrayList<>();
    for (Record row : rows) {
      heads.add(RecordText.head(columns(row)));
    }
    return List.copyOf(heads);
  }

  private static JournalRecord whole(Record row) throws JournalCorrupted {
    RecordText.Columns columns = columns(row);
    try {
      return RecordText.whole(columns, row.get("branches").asString(), number(row, "createdMs"));
    } catch (Neo4jException | IllegalArgumentException e) {
      throw unreadable(row, e);
    }
  }

  private static RecordText.Columns columns(Record row) throws JournalCorrupted {
    try {
      return new RecordText.Columns(
          datTxn(row),
          row.get("state").asString(),
          number(row, "datTxTime"),
          number(row, "updatedMs"),
          row.get("xid").isNull() ? null : row.get("xid").asString(),
          row.get("progress").asString() + row.get("progressEnd").asString());
    } catch (Neo4jException | IllegalArgumentException e) {
      throw unreadable(row, e);
    }
  }

  // null becomes the text "null", which is no UUID, no state and no progress
  private static UUID datTxn(Record row) {
    String title = row.get("title").asString();
    UUID datTxn =
        UUID.fromString(title.substring(Math.min(Cypher.PREFIX.length(), title.length())));
    if (!title.equals(title(datTxn))) {
      throw new IllegalArgumentException("the title is not that of a record");
    }
    return datTxn;
  }

  private static long number(Record row, String property) {
    Value value = row.get(property);
    if (value.isNull()) {
      throw new IllegalArgumentException(property + " is missing");
    }
    return value.asLong();
  }

  private static JournalCorrupted unreadable(Record row, RuntimeException cause) {
    return new JournalCorrupted(
        "The journal's node "
            + row.get("title")
            + " cannot be read: "
            + cause.getMessage()
            + ". Next: look at it; it is left as it is.",
        cause);
  }
}
