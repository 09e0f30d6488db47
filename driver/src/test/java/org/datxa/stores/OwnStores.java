package org.datxa.stores;

import java.util.HashMap;
import java.util.Map;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericRecord;

/** The databases of a deployment by the names of its stores, and what is in them. */
public abstract class OwnStores {
  private final Map<String, OwnDatabase> databases = new HashMap<>();
  private final Map<String, OwnFacts> facts = new HashMap<>();
  private final Map<String, OwnWarehouse> warehouses = new HashMap<>();
  private final Map<String, OwnGraph> graphs = new HashMap<>();

  OwnStores() {}

  final void shareWith(OwnStores other) {
    other.databases.putAll(databases);
    other.facts.putAll(facts);
    other.warehouses.putAll(warehouses);
    other.graphs.putAll(graphs);
  }

  final OwnDatabase add(String name, OwnDatabase database) {
    databases.put(name, database);
    return database;
  }

  final OwnFacts add(String name, OwnFacts table) {
    facts.put(name, table);
    return table;
  }

  final void add(String name, OwnWarehouse warehouse) {
    warehouses.put(name, warehouse);
  }

  final OwnGraph add(String name, OwnGraph graph) {
    graphs.put(name, graph);
    return graph;
  }

  final OwnGraph graph(String name) {
    return graphs.get(name);
  }

  /** The name of a store's database in its server; null when it has none there. */
  public String database(String name) {
    if (facts.containsKey(name)) {
      return facts.get(name).database();
    }
    return databases.containsKey(name) ? databases.get(name).name() : null;
  }

  public String url(String name) {
    return databases.get(name).url();
  }

  public void execute(String name, String sql) {
    databases.get(name).execute(sql);
  }

  public long count(String name, String sql) {
    return databases.get(name).count(sql);
  }

  public String text(String name, String sql) {
    return databases.get(name).text(sql);
  }

  public long items(String name) {
    return count(name, "SELECT count(*) FROM item");
  }

  public long prepared(String name) {
    return count(
        name, "SELECT count(*) FROM pg_prepared_xacts WHERE database = current_database()");
  }

  public long facts(String name) {
    return facts.get(name).count();
  }

  public Table table(String name) {
    return warehouses.get(name).table();
  }

  public long lines(String name) {
    return warehouses.get(name).lines();
  }

  final GenericRecord row(String name, long id, String note) {
    return warehouses.get(name).row(id, note);
  }

  public long nodes(String name) {
    return graphs.get(name).nodes();
  }

  /** A commit by somebody who knows nothing of DatXA. */
  public void disturb(String name) {
    graphs.get(name).disturb();
  }

  public String databaseOfGraph(String name) {
    return graphs.get(name).parameter();
  }

  public long preparedInGraph(String name) {
    return graphs.get(name).prepared();
  }

  public String states() {
    OwnGraph journal = graphs.get("journal");
    return journal == null ? databases.get("journal").states() : journal.states();
  }
}
