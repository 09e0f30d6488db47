package org.datxa.bench;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import javax.sql.DataSource;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.datxa.bridge.clickhouse.ClickHouseStoreProvider;
import org.datxa.bridge.iceberg.IcebergStoreProvider;
import org.datxa.bridge.iceberg.IcebergTables;
import org.datxa.bridge.iceberg.LocalFileIO;
import org.datxa.bridge.postgresql.PostgresStoreProvider;
import org.datxa.internal.protocol.CommitProtocol;
import org.datxa.internal.protocol.Plan;
import org.datxa.internal.protocol.Plan.ClaimTerms;
import org.datxa.internal.protocol.Plan.Participant;
import org.datxa.internal.protocol.Verdict;
import org.datxa.internal.runner.Effects;
import org.datxa.internal.runner.HybridClock;
import org.datxa.internal.runner.ProcessTime;
import org.datxa.internal.runner.Runner;
import org.datxa.journal.Journal;
import org.datxa.journal.Journals;
import org.datxa.journal.PostgresJournalConfig;
import org.datxa.lab.Lab;
import org.datxa.spi.Branch;
import org.datxa.spi.BranchStart;
import org.datxa.spi.PostDecisionStore;
import org.datxa.spi.Store;
import org.datxa.spi.StoreConfig;
import org.datxa.spi.StoreProvider;

/** PostgreSQL, ClickHouse and Iceberg with a journal, and one transaction at a time over them. */
final class Bed implements AutoCloseable {
  static final int ROWS = 10;
  static final String INSERT = "INSERT INTO sales (id, day, price) VALUES (?, ?, ?)";
  static final String TABLE = "CREATE TABLE sales (id bigint, day date, price numeric(15, 2))";
  private static final Schema LAKE =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.required(2, "day", Types.DateType.get()),
          Types.NestedField.required(3, "price", Types.DecimalType.of(15, 2)));
  private static final LocalDate DAY = LocalDate.of(2026, 1, 1);
  private static final BigDecimal PRICE = new BigDecimal("12.34");
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final boolean coLocated;
  private final Map<String, Store> stores = new LinkedHashMap<>();
  private final Map<String, OneBranch> current = new HashMap<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Runner runner = new Runner(threads);
  private final Journal journal;
  private final HybridClock clock;
  private final Effects effects;

  Bed(Lab lab, boolean coLocated) throws Exception {
    this.coLocated = coLocated;
    String ledger = lab.postgres().newDatabase("bench");
    lab.postgres().execute(ledger, TABLE);
    open(new PostgresStoreProvider(), "pg", Map.of("url", lab.postgres().jdbcUrl(ledger)));
    open(new ClickHouseStoreProvider(), "ch", clickHouse(lab));
    open(new IcebergStoreProvider(), "lake", iceberg(lab));
    String at = coLocated ? ledger : lab.postgres().newDatabase("journal");
    this.journal =
        Journals.postgresql(
            PostgresJournalConfig.of(
                lab.postgres().jdbcUrl(at), lab.postgres().user(), lab.postgres().password()));
    this.clock =
        new HybridClock(ProcessTime.SYSTEM, ThreadLocalRandom.current()::nextLong, journal);
    this.effects = new Effects(stores, journal, clock, ProcessTime.SYSTEM, event -> {});
    start();
  }

  private static Map<String, String> clickHouse(Lab lab) {
    String database = lab.clickHouse().newDatabase("bench");
    lab.clickHouse()
        .execute(
            "CREATE TABLE "
                + database
                + ".sales (id Int64, day Date, price Decimal(15, 2), dat_txn UUID,"
                + " dat_tx_time Int64) ENGINE = MergeTree ORDER BY id");
    return Map.of(
        "url", lab.clickHouse().url() + "/" + database,
        "user", lab.clickHouse().user(),
        "password", lab.clickHouse().password());
  }

  private static Map<String, String> iceberg(Lab lab) {
    Map<String, String> catalog = new HashMap<>(lab.newIceberg().catalogProperties());
    catalog.putIfAbsent("io-impl", LocalFileIO.class.getName());
    Catalog made = CatalogUtil.buildIcebergCatalog("bench", catalog, null);
    ((SupportsNamespaces) made).createNamespace(Namespace.of("bench"));
    made.createTable(TableIdentifier.parse("bench.sales"), LAKE, PartitionSpec.unpartitioned());
    Map<String, String> properties = new HashMap<>(Map.of("catalog_name", "bench"));
    catalog.forEach((key, value) -> properties.put("catalog." + key, value));
    return properties;
  }

  private void open(StoreProvider provider, String name, Map<String, String> properties) {
    OneBranch participation = new OneBranch();
    StoreConfig config = new StoreConfig(name, provider.kind(), properties);
    stores.put(name, provider.open(config, participation));
    current.put(name, participation);
  }

  private void start() throws Exception {
    List<Object> findings = new ArrayList<>(journal.check());
    for (Store store : stores.values()) {
      findings.addAll(store.check());
      findings.addAll(store.bind(journal.id()));
      journal.register(store.name());
    }
    if (!findings.isEmpty()) {
      throw new IllegalStateException(findings.toString());
    }
  }

  /** Writes the rows to all three stores, commits, and tells how long it took. */
  Stopwatch transaction() throws Exception {
    UUID datTxn = clock.newDatTxn();
    Map<String, Branch> branches = new LinkedHashMap<>();
    for (Store store : stores.values()) {
      Branch branch = store.begin(new BranchStart(datTxn, false, LIMIT));
      branches.put(store.name(), branch);
      current.get(store.name()).enter(branch);
    }
    try {
      work();
      return commit(datTxn, branches);
    } finally {
      branches.values().forEach(Branch::release);
      current.values().forEach(it -> it.enter(null));
    }
  }

  private void work() throws SQLException {
    write(stores.get("pg").facade(DataSource.class));
    write(stores.get("ch").facade(DataSource.class));
    List<Record> records = new ArrayList<>();
    for (long id = 0; id < ROWS; id++) {
      Record record = GenericRecord.create(LAKE);
      record.setField("id", id);
      record.setField("day", DAY);
      record.setField("price", PRICE);
      records.add(record);
    }
    stores.get("lake").facade(IcebergTables.class).table("bench.sales").append(records);
  }

  private static void write(DataSource source) throws SQLException {
    try (Connection connection = source.getConnection()) {
      write(connection);
    }
  }

  static void write(Connection connection) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
      for (long id = 0; id < ROWS; id++) {
        insert.setLong(1, id);
        insert.setObject(2, DAY);
        insert.setBigDecimal(3, PRICE);
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  private Stopwatch commit(UUID datTxn, Map<String, Branch> branches) {
    Plan.Rules rules = new Plan.Rules(true, false, 16L << 20, 0);
    Plan plan =
        new Plan(datTxn, List.of(pg(), after("ch"), after("lake")), rules, Optional.empty());
    Stopwatch watch = new Stopwatch(effects.performer(branches, LIMIT));
    Verdict verdict = runner.run(new CommitProtocol(plan).commit(), watch);
    if (!(verdict instanceof Verdict.Committed committed) || committed.pending()) {
      throw new IllegalStateException("Not committed everywhere: " + verdict);
    }
    runner.run(committed.afterwards(), effects.performer(Map.of(), LIMIT));
    return watch;
  }

  private Participant pg() {
    return new Participant("pg", true, false, coLocated, false, Optional.empty());
  }

  private Participant after(String name) {
    PostDecisionStore store = (PostDecisionStore) stores.get(name);
    Optional<ClaimTerms> claim =
        store.needsClaim()
            ? Optional.of(new ClaimTerms(store.claimMillis(), store.quietMillis()))
            : Optional.empty();
    return new Participant(name, false, false, false, true, claim);
  }

  @Override
  public void close() {
    threads.shutdown();
    stores.values().forEach(Store::close);
    journal.close();
  }
}
