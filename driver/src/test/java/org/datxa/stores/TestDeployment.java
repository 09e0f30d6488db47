package org.datxa.stores;

import jakarta.transaction.TransactionManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;
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
public final class TestDeployment {
  private final LabPostgres postgres = Lab.shared().postgres();
  private final Map<String, LabPostgres> servers = new HashMap<>();
  private final Map<String, LabClickHouse> clickHouses = new HashMap<>();
  private final Map<String, String> databases = new HashMap<>();
  private final Map<String, Catalog> catalogs = new HashMap<>();
  private final Map<String, Graph> graphs = new HashMap<>();
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
    String database = newDatabase(server, name);
    server.execute(database, "CREATE TABLE item (id bigint PRIMARY KEY, note text)");
    return postgresAt(name, server.jdbcUrl(database));
  }

  private String newDatabase(LabPostgres server, String name) {
    String database = server.newDatabase(name);
    databases.put(name, database);
    servers.put(name, server);
    return database;
  }

  private LabPostgres server(String name) {
    return servers.getOrDefault(name, postgres);
  }

  public TestDeployment postgresAt(String name, String url) {
    values.put("stores." + name + ".kind", "postgresql");
    values.put("stores." + name + ".url", url);
    values.put("stores." + name + ".user", postgres.user());
    values.put("stores." + name + ".password", postgres.password());
    return this;
  }

  /** A ClickHouse store with a table {@code fact(id, note)}. */
  public TestDeployment clickHouse(String name) {
    return clickHouseOn(Lab.shared().clickHouse(), name);
  }

  /** The same on a server of the caller's. */
  public TestDeployment clickHouseOn(LabClickHouse server, String name) {
    String database = server.newDatabase(name);
    databases.put(name, database);
    clickHouses.put(name, server);
    server.execute(
        "CREATE TABLE "
            + database
            + ".fact (id Int64, note String, dat_txn UUID, dat_tx_time Int64)"
            + " ENGINE = MergeTree ORDER BY id PARTITION BY id % 2");
    values.put("stores." + name + ".kind", "clickhouse");
    values.put("stores." + name + ".url", server.jdbcUrl(database));
    values.put("stores." + name + ".database", database);
    values.put("stores." + name + ".claim_ms", "2000");
    values.put("stores." + name + ".max_execution_ms", "1000");
    values.put("stores." + name + ".margin_ms", "200");
    return this;
  }

  /** A drevo store in a graph of its own, on the shared server. */
  public TestDeployment drevo(String name) {
    return drevoOn(Lab.shared().drevo(), name);
  }

  /** A drevo store in a graph of its own. */
  public TestDeployment drevoOn(LabDrevo server, String name) {
    graphs.put(name, new Graph(server, server.newDatabase(name)));
    return drevoAt(name, server.boltUri());
  }

  /** The same graph under another address, for example that of a proxy. */
  public TestDeployment drevoAt(String name, String url) {
    values.put("stores." + name + ".kind", "drevo");
    values.put("stores." + name + ".url", url);
    values.put("stores." + name + ".database", graphs.get(name).database());
    return this;
  }

  public TestDeployment drevoJournal() {
    return drevoJournalOn(Lab.shared().drevo());
  }

  public TestDeployment drevoJournalOn(LabDrevo server) {
    Graph graph = new Graph(server, server.newDatabase("journal"));
    graphs.put("journal", graph);
    return set("journal", server.boltUri() + "?database=" + graph.database());
  }

  public long nodes(String name) {
    return (long) graphs.get(name).query("MATCH (n:Item) RETURN count(n) AS n").get(0).get("n");
  }

  /** A commit by somebody who knows nothing of DatXA. */
  public void disturb(String name) {
    graphs.get(name).query("CREATE (:Stranger)");
  }

  public String databaseOfGraph(String name) {
    return "?database=" + graphs.get(name).database();
  }

  public String value(String key) {
    return values.get(key);
  }

  public long preparedInGraph(String name) {
    Graph graph = graphs.get(name);
    return graph.server().prepared(graph.database()).size();
  }

  public static void node(DatXA datxa, String store, long id) {
    datxa
        .facade(store, DrevoSession.class)
        .run("CREATE (:Item {id: $id, title: $title})", Map.of("id", id, "title", "item " + id));
  }

  public long facts(String name) {
    return Long.parseLong(
        clickHouses.get(name).query("SELECT count() FROM " + databases.get(name) + ".fact").get(0));
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
    Map<String, String> ours = new HashMap<>(properties);
    ours.put("retryable_status_codes", "57P01,57P02,57P03"); // its server may be killed meanwhile
    Catalog catalog = CatalogUtil.buildIcebergCatalog("datxa", ours, null);
    ((SupportsNamespaces) catalog).createNamespace(Namespace.of("shop"));
    catalog.createTable(
        TableIdentifier.of("shop", "line"),
        new Schema(
            Types.NestedField.required(1, "id", Types.LongType.get()),
            Types.NestedField.optional(2, "note", Types.StringType.get())));
    catalogs.put(name, catalog);
    values.put("stores." + name + ".kind", "iceberg");
    properties.forEach((key, value) -> values.put("stores." + name + ".catalog." + key, value));
    return this;
  }

  public Table table(String name) {
    return catalogs.get(name).loadTable(TableIdentifier.of("shop", "line"));
  }

  public long lines(String name) {
    try (CloseableIterable<Record> rows = IcebergGenerics.read(table(name)).build()) {
      long count = 0;
      for (Record ignored : rows) {
        count++;
      }
      return count;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
    GenericRecord row = GenericRecord.create(table(store).schema());
    row.setField("id", id);
    row.setField("note", note);
    datxa.facade(store, IcebergTables.class).table("shop.line").append(row);
  }

  public TestDeployment journal() {
    return journalOn(postgres);
  }

  public TestDeployment journalOn(LabPostgres server) {
    return journalAt(server.jdbcUrl(newDatabase(server, "journal")));
  }

  public TestDeployment journalAt(String url) {
    values.put("journal", url);
    values.put("journal.user", postgres.user());
    values.put("journal.password", postgres.password());
    return this;
  }

  public String url(String name) {
    return server(name).jdbcUrl(databases.get(name));
  }

  /** The name of a store's database in its server. */
  public String database(String name) {
    return databases.get(name);
  }

  /** The same deployment on another host. */
  public TestDeployment copy() {
    TestDeployment other = new TestDeployment();
    other.servers.putAll(servers);
    other.clickHouses.putAll(clickHouses);
    other.databases.putAll(databases);
    other.graphs.putAll(graphs);
    other.catalogs.putAll(catalogs);
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
    DatXaBuilder builder = DatXA.builder().operatorListener(listener);
    values.forEach(builder::set);
    if (manager != null) {
      builder.transactionManager(manager);
    }
    return builder.start();
  }

  /** Starts, and notes what the listener of outcomes is told. */
  public DatXA startTelling(Map<UUID, List<Outcome>> told) {
    DatXaBuilder builder =
        DatXA.builder()
            .operatorListener(listener)
            .outcomeListener(
                (datTxn, outcome) ->
                    told.computeIfAbsent(datTxn, it -> new CopyOnWriteArrayList<>()).add(outcome));
    values.forEach(builder::set);
    return builder.start();
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

  public void execute(String name, String sql) {
    server(name).execute(databases.get(name), sql);
  }

  public long count(String name, String sql) {
    try (Connection connection = server(name).connect(databases.get(name));
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  public String text(String name, String sql) {
    try (Connection connection = server(name).connect(databases.get(name));
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  public long items(String name) {
    return count(name, "SELECT count(*) FROM item");
  }

  public long prepared(String name) {
    return count(
        name, "SELECT count(*) FROM pg_prepared_xacts WHERE database = current_database()");
  }

  public String states() {
    if (graphs.containsKey("journal")) {
      return graphs
          .get("journal")
          .query("MATCH (r:DatJournal) WHERE r.state IS NOT NULL RETURN r.state AS s ORDER BY s")
          .stream()
          .map(row -> row.get("s").toString())
          .collect(Collectors.joining(" "));
    }
    try (Connection connection = server("journal").connect(databases.get("journal"));
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT coalesce(string_agg(state, ' ' ORDER BY dat_txn), '') FROM"
                    + " datxa.dat_journal")) {
      rows.next();
      return rows.getString(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private record Graph(LabDrevo server, String database) {
    List<Map<String, Object>> query(String cypher) {
      return server.query(database, cypher, Map.of());
    }
  }
}
