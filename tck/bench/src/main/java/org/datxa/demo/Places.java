package org.datxa.demo;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.datxa.bridge.iceberg.LocalFileIO;
import org.datxa.lab.Lab;
import org.datxa.lab.LabProxy;
import org.datxa.lab.drevo.graph.PreparedInfo;

/** Where everything is: the stores of the lab, and the proxies at which faults are injected. */
final class Places implements AutoCloseable {
  static final String LEDGER = "ledger";
  static final String FACTS = "facts";
  static final String LAKE = "lake";
  static final String GRAPH = "graph";
  private static final String CATALOG = "demo";

  private final Lab lab;
  private final Variant variant;
  private final String ledger;
  private final String journal;
  private final String facts;
  private final String graph;
  private final LabProxy toJournal;
  private final LabProxy toFacts;
  private final Map<String, String> catalogProperties;
  private final Catalog catalog;

  private Places(Lab lab, Variant variant) {
    this.lab = lab;
    this.variant = variant;
    this.ledger = lab.postgres().newDatabase("ledger");
    this.journal = lab.postgres().newDatabase("journal");
    this.facts = lab.clickHouse().newDatabase("facts");
    this.graph = lab.drevo().newDatabase("graph");
    this.toJournal = lab.newPostgresProxy();
    this.toFacts = lab.newClickHouseProxy();
    this.catalogProperties = new HashMap<>(lab.newIceberg().catalogProperties());
    catalogProperties.putIfAbsent("io-impl", LocalFileIO.class.getName());
    this.catalog = CatalogUtil.buildIcebergCatalog(CATALOG, catalogProperties, null);
  }

  /** Takes the lab over: closing this closes it. */
  static Places in(Lab lab, Variant variant) {
    Places places = new Places(lab, variant);
    Tables.LEDGER.forEach(sql -> lab.postgres().execute(places.ledger, sql));
    lab.clickHouse().execute(Tables.facts(places.facts));
    Tables.createLake(places.catalog);
    return places;
  }

  Variant variant() {
    return variant;
  }

  LabProxy toJournal() {
    return toJournal;
  }

  LabProxy toFacts() {
    return toFacts;
  }

  Connection connectLedger() throws SQLException {
    return lab.postgres().connect(ledger);
  }

  Connection connectJournal() throws SQLException {
    return lab.postgres().connect(journal);
  }

  /** Rows of tab-separated columns. */
  List<String> queryFacts(String sql) {
    return lab.clickHouse().query(sql.replace("$db", facts));
  }

  List<Map<String, Object>> queryGraph(String cypher) {
    return lab.drevo().query(graph, cypher, Map.of());
  }

  /** The gids of what is prepared in the graph. */
  List<String> preparedInGraph() {
    return lab.drevo().prepared(graph).stream().map(PreparedInfo::gid).toList();
  }

  Table lakeLines() {
    return catalog.loadTable(TableIdentifier.parse(Tables.LAKE_NAME));
  }

  /** The configuration of DatXA, as the processes of the demonstration read it. */
  Properties configuration() {
    Properties all = new Properties();
    // Not prepared on the server, so that the proxy sees the text of each statement.
    all.setProperty("journal", uncached(toJournal.through(lab.postgres().jdbcUrl(journal))));
    all.setProperty("journal.user", lab.postgres().user());
    all.setProperty("journal.password", lab.postgres().password());
    all.setProperty("shape", variant.shape());
    all.setProperty("recovery.interval_ms", "0");
    all.setProperty("recovery.stale_after_ms", "100");
    store(all, LEDGER, "postgresql", ledgerProperties());
    store(all, FACTS, "clickhouse", factsProperties());
    store(all, GRAPH, "drevo", Map.of("url", lab.drevo().boltUri(), "database", graph));
    Map<String, String> lake = new HashMap<>();
    lake.put("catalog_name", CATALOG);
    catalogProperties.forEach((key, value) -> lake.put("catalog." + key, value));
    store(all, LAKE, "iceberg", lake);
    return all;
  }

  private static String uncached(String url) {
    return url + (url.contains("?") ? "&" : "?") + "prepareThreshold=0";
  }

  private Map<String, String> ledgerProperties() {
    return Map.of(
        "url", lab.postgres().jdbcUrl(ledger),
        "user", lab.postgres().user(),
        "password", lab.postgres().password());
  }

  // A dead worker's statement counts as dead after claim, execution and margin: seconds here.
  private Map<String, String> factsProperties() {
    return Map.of(
        "url",
        toFacts.through(lab.clickHouse().url()) + "/" + facts,
        "user",
        lab.clickHouse().user(),
        "password",
        lab.clickHouse().password(),
        "claim_ms",
        "2000",
        "max_execution_ms",
        "2000",
        "margin_ms",
        "500");
  }

  private static void store(
      Properties all, String name, String kind, Map<String, String> properties) {
    all.setProperty("stores." + name + ".kind", kind);
    properties.forEach((key, value) -> all.setProperty("stores." + name + "." + key, value));
  }

  /** Writes the configuration where only this user can read it. */
  Path writeConfiguration() {
    try {
      Path file = Files.createTempFile("datxa-demo", ".properties");
      file.toFile().deleteOnExit();
      try (Writer writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
        configuration().store(writer, null);
      }
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException("The configuration cannot be written", e);
    }
  }

  static Properties read(String file) throws IOException {
    Properties properties = new Properties();
    try (var reader = Files.newBufferedReader(Path.of(file), StandardCharsets.UTF_8)) {
      properties.load(reader);
    }
    return properties;
  }

  @Override
  public void close() {
    try {
      if (catalog instanceof Closeable open) {
        open.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      lab.close();
    }
  }
}
