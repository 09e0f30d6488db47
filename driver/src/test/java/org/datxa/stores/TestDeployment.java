package org.datxa.stores;

import jakarta.transaction.TransactionManager;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.datxa.DatXA;
import org.datxa.DatXaBuilder;
import org.datxa.OperatorEvent;
import org.datxa.Outcome;
import org.datxa.bridge.drevo.DrevoSession;
import org.datxa.bridge.iceberg.IcebergTables;
import org.datxa.bridge.iceberg.LocalFileIO;
import org.datxa.lab.Lab;
import org.datxa.lab.LabClickHouse;
import org.datxa.lab.LabDrevo;
import org.datxa.lab.LabIceberg;
import org.datxa.lab.LabPostgres;

/** Fresh databases in the lab and a configuration over them. */
public final class TestDeployment extends OwnStores {
  private final LabPostgres postgres = Lab.shared().postgres();
  private final Map<String, String> values = new HashMap<>();
  public final List<OperatorEvent> events = new CopyOnWriteArrayList<>();

  private Consumer<OperatorEvent> listener = events::add;

  public TestDeployment() {
    values.put("recovery.interval_ms", "0");
    values.put("recovery.stale_after_ms", "0");
    values.put("settle_ms", "2000");
  }

  /** Has another listener told than the one that keeps {@link #events}. */
  public TestDeployment listener(Consumer<OperatorEvent> told) {
    listener = told;
    return this;
  }

  public TestDeployment set(String key, String value) {
    values.put(key, value);
    return this;
  }

  public TestDeployment postgres(String name) {
    return postgresOn(postgres, name);
  }

  /** A PostgreSQL store in a database of its own. */
  public TestDeployment postgresOn(LabPostgres server, String name) {
    OwnDatabase database = add(name, OwnDatabase.create(server, name));
    database.execute("CREATE TABLE item (id bigint PRIMARY KEY, note text)");
    return postgresAt(name, database.url());
  }

  public TestDeployment postgresAt(String name, String url) {
    return store(name, "kind", "postgresql")
        .store(name, "url", url)
        .store(name, "user", postgres.user())
        .store(name, "password", postgres.password());
  }

  private TestDeployment store(String name, String key, String value) {
    return set("stores." + name + "." + key, value);
  }

  /** A ClickHouse store with a table {@code fact(id, note)}. */
  public TestDeployment clickHouse(String name) {
    return clickHouseOn(Lab.shared().clickHouse(), name);
  }

  /** The same on a server of the caller's. */
  public TestDeployment clickHouseOn(LabClickHouse server, String name) {
    OwnFacts facts = add(name, OwnFacts.create(server, name));
    return store(name, "kind", "clickhouse")
        .store(name, "url", facts.url())
        .store(name, "database", facts.database())
        .store(name, "claim_ms", "2000")
        .store(name, "max_execution_ms", "1000")
        .store(name, "margin_ms", "200");
  }

  /** A drevo store in a graph of its own, on the shared server. */
  public TestDeployment drevo(String name) {
    return drevoOn(Lab.shared().drevo(), name);
  }

  /** A drevo store in a graph of its own. */
  public TestDeployment drevoOn(LabDrevo server, String name) {
    add(name, OwnGraph.create(server, name));
    return drevoAt(name, server.boltUri());
  }

  /** The same graph under another address, for example that of a proxy. */
  public TestDeployment drevoAt(String name, String url) {
    return store(name, "kind", "drevo")
        .store(name, "url", url)
        .store(name, "database", graph(name).database());
  }

  public TestDeployment drevoJournal() {
    return drevoJournalOn(Lab.shared().drevo());
  }

  public TestDeployment drevoJournalOn(LabDrevo server) {
    OwnGraph graph = add("journal", OwnGraph.create(server, "journal"));
    return set("journal", server.boltUri() + graph.parameter());
  }

  public String value(String key) {
    return values.get(key);
  }

  public static void node(DatXA datxa, String store, long id) {
    datxa
        .facade(store, DrevoSession.class)
        .run("CREATE (:Item {id: $id, title: $title})", Map.of("id", id, "title", "item " + id));
  }

  /** An Iceberg store with a table {@code shop.line(id, note)}. */
  public TestDeployment iceberg(String name) {
    return iceberg(Lab.shared().newIceberg(), name, Map.of());
  }

  /** The same in another warehouse. */
  public TestDeployment icebergIn(String name, Path warehouse) {
    return iceberg(Lab.shared().newIceberg(), name, Map.of("warehouse", warehouse.toString()));
  }

  /** The same in a catalog of the caller's. */
  public TestDeployment icebergIn(LabIceberg lab, String name) {
    return iceberg(lab, name, Map.of());
  }

  private TestDeployment iceberg(LabIceberg lab, String name, Map<String, String> more) {
    Map<String, String> properties = new HashMap<>(lab.catalogProperties());
    properties.putAll(more);
    properties.put("io-impl", LocalFileIO.class.getName());
    add(name, OwnWarehouse.create(properties));
    properties.forEach((key, value) -> store(name, "catalog." + key, value));
    return store(name, "kind", "iceberg");
  }

  public static void fact(DatXA datxa, String store, long id) throws SQLException {
    try (Connection connection = datxa.dataSource(store).getConnection();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO fact (id, note) VALUES (?, ?)")) {
      insert.setLong(1, id);
      insert.setString(2, "x");
      insert.addBatch();
      insert.executeBatch();
    }
  }

  public void line(DatXA datxa, String store, long id) {
    line(datxa, store, id, "x");
  }

  public void line(DatXA datxa, String store, long id, String note) {
    datxa.facade(store, IcebergTables.class).table("shop.line").append(row(store, id, note));
  }

  public TestDeployment journal() {
    return journalOn(postgres);
  }

  public TestDeployment journalOn(LabPostgres server) {
    return journalAt(add("journal", OwnDatabase.create(server, "journal")).url());
  }

  public TestDeployment journalAt(String url) {
    values.put("journal", url);
    values.put("journal.user", postgres.user());
    values.put("journal.password", postgres.password());
    return this;
  }

  /** The same deployment on another host. */
  public TestDeployment copy() {
    TestDeployment other = new TestDeployment();
    shareWith(other);
    other.values.putAll(values);
    return other;
  }

  /** The same deployment on a host that has not all of the stores. */
  public TestDeployment without(String name) {
    TestDeployment rest = copy();
    rest.values.keySet().removeIf(key -> key.startsWith("stores." + name + "."));
    return rest;
  }

  /** The configuration as keys and values. */
  public Properties values() {
    Properties all = new Properties();
    values.forEach(all::setProperty);
    return all;
  }

  public DatXA start() {
    return start(null);
  }

  public DatXA start(TransactionManager manager) {
    DatXaBuilder builder = builder();
    if (manager != null) {
      builder.transactionManager(manager);
    }
    return builder.start();
  }

  /** Starts, and notes what the listener of outcomes is told. */
  public DatXA startTelling(Map<UUID, List<Outcome>> told) {
    return builder()
        .outcomeListener(
            (datTxn, outcome) ->
                told.computeIfAbsent(datTxn, it -> new CopyOnWriteArrayList<>()).add(outcome))
        .start();
  }

  private DatXaBuilder builder() {
    DatXaBuilder builder = DatXA.builder().operatorListener(listener);
    values.forEach(builder::set);
    return builder;
  }

  public static void insert(DatXA datxa, String store, long id) throws SQLException {
    run(datxa, store, "INSERT INTO item VALUES (" + id + ", 'x')");
  }

  /** Runs a statement in the transaction that the thread is in. */
  public static void run(DatXA datxa, String store, String sql) throws SQLException {
    try (Connection connection = datxa.dataSource(store).getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
