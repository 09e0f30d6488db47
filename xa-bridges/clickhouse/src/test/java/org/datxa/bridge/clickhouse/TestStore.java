package org.datxa.bridge.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.datxa.lab.LabClickHouse;
import org.datxa.spi.Claim;
import org.datxa.spi.DecidedBranch;
import org.datxa.spi.Evidence;
import org.datxa.spi.Gid;
import org.datxa.spi.Participation;
import org.datxa.spi.PostDecisionBranch;
import org.datxa.spi.PostDecisionStore;
import org.datxa.spi.Staged;
import org.datxa.spi.Stamp;
import org.datxa.spi.StoreConfig;
import org.datxa.spi.error.StoreException;

/** A store in a database of its own, and the part of the engine that a test needs. */
final class TestStore implements AutoCloseable {
  static final String COLUMNS = "dat_txn UUID, dat_tx_time Int64";

  private static final AtomicLong CLOCK = new AtomicLong(System.currentTimeMillis() << 16);
  private static LabClickHouse shared;

  private final LabClickHouse lab;
  private final String database;
  private final PostDecisionStore store;
  private final TestParticipation participation = new TestParticipation(this);

  private TestStore(LabClickHouse lab, String database, Map<String, String> properties) {
    this.lab = lab;
    this.database = database;
    this.store = open(lab.url(), properties, participation);
    assertThat(store.check()).isEmpty();
  }

  /** A server for all tests of the run; it ends with the process. */
  static synchronized LabClickHouse lab() {
    if (shared == null) {
      shared = LabClickHouse.start();
    }
    shared.clearFaults();
    return shared;
  }

  static TestStore create(String... properties) {
    LabClickHouse lab = lab();
    return new TestStore(lab, lab.newDatabase("chx"), pairs(properties));
  }

  private static Map<String, String> pairs(String... properties) {
    Map<String, String> map = new HashMap<>();
    for (int i = 0; i < properties.length; i += 2) {
      map.put(properties[i], properties[i + 1]);
    }
    return map;
  }

  /** Another process on the same database. */
  PostDecisionStore another(String url, String... properties) {
    return open(url, pairs(properties), participation);
  }

  private PostDecisionStore open(
      String url, Map<String, String> properties, Participation joining) {
    Map<String, String> all = new HashMap<>(properties);
    all.putIfAbsent("url", url + "/" + database);
    all.putIfAbsent("claim_ms", "60000");
    all.putIfAbsent("user", lab.user());
    all.putIfAbsent("password", lab.password());
    return (PostDecisionStore)
        new ClickHouseStoreProvider().open(new StoreConfig("ch", "clickhouse", all), joining);
  }

  static UUID newTxn() {
    return UUID.randomUUID();
  }

  PostDecisionStore store() {
    return store;
  }

  LabClickHouse server() {
    return lab;
  }

  String database() {
    return database;
  }

  TestParticipation participation() {
    return participation;
  }

  DataSource dataSource() {
    return store.facade(DataSource.class);
  }

  void create(String table, String columns, String clauses) {
    lab.execute(
        "CREATE TABLE "
            + database
            + "."
            + table
            + " ("
            + columns
            + ", "
            + COLUMNS
            + ") "
            + clauses);
  }

  List<String> query(String sql) {
    return lab.query(sql.replace("$db", database));
  }

  long count(String table) {
    return Long.parseLong(query("SELECT count() FROM $db." + table).get(0));
  }

  PostDecisionBranch begin() {
    return participation.begin(false);
  }

  /** Runs statements in the current transaction. */
  void execute(String... statements) throws SQLException {
    try (Connection connection = dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** Stages a branch, as the coordinator does. */
  DecidedBranch stage(PostDecisionBranch branch) throws StoreException {
    Stamp stamp = new Stamp(branch.datTxn(), CLOCK.incrementAndGet());
    Staged staged = branch.stage(stamp);
    participation.suspend();
    branch.release();
    return new DecidedBranch(new Gid(branch.datTxn(), "ch"), stamp, staged.payload());
  }

  DecidedBranch buffer(String... statements) throws Exception {
    PostDecisionBranch branch = begin();
    execute(statements);
    return stage(branch);
  }

  Claim claim(int number) throws StoreException {
    long deadline = store.clockMillis() + store.claimMillis();
    return new Claim("test-" + number, number, deadline, deadline + store.quietMillis());
  }

  void finish(PostDecisionBranch branch) throws StoreException {
    finish(stage(branch));
  }

  /** Applies what is missing, verifies each step, and marks. */
  void finish(DecidedBranch decided) throws StoreException {
    Evidence evidence = store.probe(decided);
    for (int i = 0; i < evidence.chunks(); i++) {
      if (!evidence.present().get(i)) {
        store.apply(decided, i, claim(1));
        assertThat(store.probe(decided).present().get(i)).isTrue();
      }
    }
    store.mark(decided);
  }

  @Override
  public void close() {
    store.close();
    lab.execute("DROP DATABASE " + database + " SYNC");
  }
}
