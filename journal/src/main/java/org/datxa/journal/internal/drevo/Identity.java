package org.datxa.journal.internal.drevo;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.datxa.journal.JournalCorrupted;
import org.neo4j.driver.Record;
import org.neo4j.driver.Value;
import org.neo4j.driver.exceptions.Neo4jException;

/**
 * The node that holds what is not a record.
 *
 * @param journalId the identity of the journal
 * @param layout the version of the properties of all nodes
 * @param watermark below it nothing new is decided
 * @param clock the ceiling of the hybrid logical clock
 * @param stores what is bound to the journal
 * @param checks how often a process began here: a write that shows that there can be writes
 */
record Identity(
    String journalId, long layout, long watermark, long clock, List<String> stores, long checks) {
  /** The present layout. */
  static final long LAYOUT = 1;

  Identity {
    stores = List.copyOf(stores);
  }

  static Identity of(String journalId) {
    return new Identity(journalId, LAYOUT, 0, 0, List.of(), 1);
  }

  static Identity read(Record row) throws JournalCorrupted {
    try {
      return new Identity(
          row.get("journalId").asString(),
          number(row.get("layout")),
          number(row.get("watermark")),
          number(row.get("clock")),
          row.get("stores").asList(Value::asString),
          number(row.get("checks")));
    } catch (Neo4jException | IllegalArgumentException e) {
      throw new JournalCorrupted(
          "The journal's node "
              + Cypher.IDENTITY
              + " cannot be read: "
              + e.getMessage()
              + ". Next: look at it; it is left as it is.",
          e);
    }
  }

  private static long number(Value value) {
    if (value.isNull()) {
      throw new IllegalArgumentException("a number is missing");
    }
    return value.asLong();
  }

  Identity raised(long toWatermark) {
    return new Identity(journalId, layout, Math.max(watermark, toWatermark), clock, stores, checks);
  }

  Identity atClock(long ceiling) {
    return new Identity(journalId, layout, watermark, Math.max(clock, ceiling), stores, checks);
  }

  Identity with(String store) {
    if (stores.contains(store)) {
      return this;
    }
    List<String> more = new ArrayList<>(stores);
    more.add(store);
    return new Identity(journalId, layout, watermark, clock, more, checks);
  }

  Identity checked() {
    return new Identity(journalId, layout, watermark, clock, stores, checks + 1);
  }

  Map<String, Object> properties() {
    return Map.of(
        "title", Cypher.IDENTITY,
        "journalId", journalId,
        "layout", layout,
        "watermark", watermark,
        "clock", clock,
        "stores", stores,
        "checks", checks);
  }
}
