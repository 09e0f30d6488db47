package org.datxa.stores;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.datxa.lab.LabDrevo;

/** A graph of drevo. */
record OwnGraph(LabDrevo server, String database) {
  static OwnGraph create(LabDrevo server, String prefix) {
    return new OwnGraph(server, server.newDatabase(prefix));
  }

  /** What makes the address of the server the address of the graph. */
  String parameter() {
    return "?database=" + database;
  }

  long nodes() {
    return (long) query("MATCH (n:Item) RETURN count(n) AS n").get(0).get("n");
  }

  void disturb() {
    query("CREATE (:Stranger)");
  }

  long prepared() {
    return server.prepared(database).size();
  }

  /** The states of the records of a journal. */
  String states() {
    return query("MATCH (r:DatJournal) WHERE r.state IS NOT NULL RETURN r.state AS s ORDER BY s")
        .stream()
        .map(row -> row.get("s").toString())
        .collect(Collectors.joining(" "));
  }

  private List<Map<String, Object>> query(String cypher) {
    return server.query(database, cypher, Map.of());
  }
}
