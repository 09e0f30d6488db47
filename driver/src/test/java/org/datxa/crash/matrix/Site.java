package org.datxa.crash.matrix;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;
import org.datxa.bridge.iceberg.LocalFileIO;
import org.datxa.checker.Places;
import org.datxa.lab.LabIceberg;
import org.datxa.lab.LabPostgres;

/** One deployment: fresh databases, and the configuration over them. */
final class Site {
  /** What a deployment that compacts is called. */
  static final String COMPACTING = "-compact";

  /** How long such a deployment keeps finished records. */
  static final long KEEP_MILLIS = 3000;

  /** How many graphs it has: each is stopped by whatever is prepared in it. */
  static final int GRAPHS = 5;

  /** The stores of transactions that write one store: under split only these keep markers. */
  static final String PG_ALONE = "pg3";

  static final String GRAPH_ALONE = "g9";

  static final TableIdentifier LINES = TableIdentifier.of("shop", "line");

  private final Labs labs;
  private final String name;
  private final Ledger ledger;
  private final Map<String, String> databases = new LinkedHashMap<>();
  private final Map<String, String> values = new HashMap<>();
  private final Map<String, String> catalogProperties;
  private final Path staged;

  Site(Labs labs, Cell cell, Path folder) {
    this.labs = labs;
    this.ledger = cell.ledger();
    this.name = cell.site();
    set("recovery.interval_ms", "0").set("recovery.stale_after_ms", "0");
    set("settle_ms", "3000").set("shape", cell.way().isSplit() ? "split" : "composite");
    if (name.endsWith(COMPACTING)) {
      set("timeout_ms", "2500").set("settle_ms", "500");
      set("journal.keep_ms", Long.toString(KEEP_MILLIS));
    }
    postgres("pg");
    postgres("pg2");
    postgres(PG_ALONE);
    graphs().forEach(this::graph);
    graph(GRAPH_ALONE);
    clickHouse();
    this.catalogProperties = new HashMap<>(LabIceberg.in(labs.catalogs()).catalogProperties());
    catalogProperties.put("io-impl", LocalFileIO.class.getName());
    this.staged = lake();
    journal(folder);
    String other = labs.stores().newDatabase("other");
    databases.put("other", other);
    item(other);
    set("test.other", labs.stores().jdbcUrl(other));
  }

  private static List<String> graphs() {
    return IntStream.rangeClosed(1, GRAPHS).mapToObj(i -> "g" + i).toList();
  }

  private Site set(String key, String value) {
    values.put(key, value);
    return this;
  }

  private void item(String database) {
    labs.stores()
        .execute(database, "CREATE TABLE item (id bigint NOT NULL, note text)"); // doubles show
  }

  private void postgres(String store) {
    String database = labs.stores().newDatabase(store);
    databases.put(store, database);
    item(database);
    String prefix = "stores." + store + ".";
    set(prefix + "kind", "postgresql").set(prefix + "url", labs.stores().jdbcUrl(database));
    set(prefix + "user", labs.stores().user()).set(prefix + "password", labs.stores().password());
    set(prefix + "pool.max", "60");
  }

  private void graph(String store) {
    String database = labs.drevo().newDatabase(store);
    databases.put(store, database);
    String prefix = "stores." + store + ".";
    set(prefix + "kind", "drevo").set(prefix + "url", labs.drevo().boltUri());
    set(prefix + "database", database);
  }

  private void clickHouse() {
    String database = labs.clickHouse().newDatabase("ch");
    databases.put("ch", database);
    labs.clickHouse()
        .execute(
            "CREATE TABLE "
                + database
                + ".fact (id Int64, note String, dat_txn UUID, dat_tx_time Int64)"
                + " ENGINE = MergeTree ORDER BY id");
    set("stores.ch.kind", "clickhouse").set("stores.ch.url", labs.clickHouse().jdbcUrl(database));
    set("stores.ch.database", database).set("stores.ch.claim_ms", "3000");
    set("stores.ch.max_execution_ms", "1000").set("stores.ch.margin_ms", "200");
  }

  /** Makes the table. */
  private Path lake() {
    Catalog catalog = CatalogUtil.buildIcebergCatalog("datxa", catalogProperties, null);
    ((SupportsNamespaces) catalog).createNamespace(Namespace.of("shop"));
    String location =
        catalog
            .createTable(
                LINES,
                new Schema(
                    Types.NestedField.required(1, "id", Types.LongType.get()),
                    Types.NestedField.optional(2, "note", Types.StringType.get())))
            .location();
    set("stores.lake.kind", "iceberg");
    catalogProperties.forEach((key, value) -> set("stores.lake.catalog." + key, value));
    set("stores.lake.inline_append_bytes", ledger == Ledger.OWN ? "100000" : "0");
    String path = location.startsWith("file:") ? URI.create(location).getPath() : location;
    return Path.of(path, "data", "dat");
  }

  private void journal(Path folder) {
    switch (ledger) {
      case STORE -> set("journal", "store:pg");
      case FILE -> set("journal", folder.resolve("journal-" + name).toUri().toString());
      case DREVO -> {
        databases.put("journal", labs.drevo().newDatabase("journal"));
        set("journal", labs.drevo().boltUri() + "?database=" + databases.get("journal"));
      }
      default -> {
        LabPostgres server = labs.journals();
        databases.put("journal", server.newDatabase("journal"));
        set("journal", server.jdbcUrl(databases.get("journal")));
        set("journal.user", server.user()).set("journal.password", server.password());
        set("journal.pool.max", "30");
      }
    }
    if (ledger == Ledger.INTENT) {
      set("journal.intent", "recorded");
    }
  }

  String name() {
    return name;
  }

  Labs labs() {
    return labs;
  }

  Ledger ledger() {
    return ledger;
  }

  /** The database of a store, of the journal, or of {@code other}. */
  String database(String store) {
    return databases.get(store);
  }

  /** The configuration for a process that only recovers. */
  Properties plain() {
    Properties all = new Properties();
    values.forEach(all::setProperty);
    return all;
  }

  /**
   * The configuration for a worker, at whose steps things happen.
   *
   * @param defects by store, or of the journal, a deliberate fault
   */
  Properties tapped(Map<String, String> defects) {
    Properties all = plain();
    for (String key : plain().stringPropertyNames()) {
      if (key.startsWith("stores.") && key.endsWith(".kind")) {
        String prefix = key.substring(0, key.length() - "kind".length());
        all.setProperty(prefix + "inner", all.getProperty(key));
        all.setProperty(key, "tapped");
        String store = prefix.substring("stores.".length(), prefix.length() - 1);
        all.setProperty(prefix + "defect", defects.getOrDefault(store, ""));
      }
    }
    all.setProperty("test.forgotten", defects.getOrDefault("journal", ""));
    return all;
  }

  /**
   * Where the checker looks.
   *
   * @param graphsUsed those of its graphs that were ever written
   * @param closed whether no process has the deployment open, so that a journal in a file can be
   *     read
   */
  Places places(Set<String> graphsUsed, boolean closed) {
    Places.Builder places = Places.builder();
    LabPostgres server = labs.stores();
    for (String store : List.of("pg", "pg2", PG_ALONE, "other")) {
      places.postgres(
          store, server.jdbcUrl(database(store)), server.user(), server.password(), "item", "id");
    }
    places.clickHouse("ch", labs.clickHouse().url(), "", "", database("ch"), "fact", "id");
    places.iceberg("lake", catalogProperties, "shop.line", "id");
    for (String graph : graphsUsed) {
      places.drevo(graph, labs.drevo().boltUri(), "", "", database(graph), "Item", "id");
    }
    places.unmarked("other");
    if (name.endsWith("-split")) {
      places.unmarked("pg").unmarked("pg2");
      graphs().forEach(places::unmarked);
    }
    journal(places, closed);
    return places.build();
  }

  private void journal(Places.Builder places, boolean closed) {
    switch (ledger) {
      case STORE -> {
        LabPostgres server = labs.stores();
        places.journalInPostgres(server.jdbcUrl(database("pg")), server.user(), server.password());
      }
      case DREVO -> places.journalInDrevo(labs.drevo().boltUri(), "", "", database("journal"));
      case FILE -> {
        if (closed) {
          places.journalInFile(Path.of(URI.create(values.get("journal"))).toString());
        }
      }
      default -> {
        LabPostgres server = labs.journals();
        places.journalInPostgres(
            server.jdbcUrl(database("journal")), server.user(), server.password());
      }
    }
  }

  /** Whether the first store of a run holds its row. */
  boolean holds(Run run) {
    String store = run.order().stores().get(0);
    if (Place.of(store) == Place.GRAPH) {
      return !labs.drevo()
          .query(
              database(store),
              "MATCH (n:Item {id: $id}) RETURN n.id",
              Map.of("id", run.order().key()))
          .isEmpty();
    }
    try (Connection connection = labs.stores().connect(database(store));
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT 1 FROM item WHERE id = " + run.order().key())) {
      return rows.next();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Lets two minutes pass for what is staged: it is as old as that of a coordinator that is gone.
   */
  void age() {
    FileTime past = FileTime.from(Instant.now().minusSeconds(120));
    try (Stream<Path> files = Files.exists(staged) ? Files.walk(staged) : Stream.empty()) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.setLastModifiedTime(file, past);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Path write(Properties values, Path file) {
    try (Writer writer = Files.newBufferedWriter(file)) {
      values.store(writer, null);
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
