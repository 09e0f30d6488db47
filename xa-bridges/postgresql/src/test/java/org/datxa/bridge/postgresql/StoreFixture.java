package org.datxa.bridge.postgresql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.assertj.core.api.Assertions;
import org.datxa.lab.Lab;
import org.datxa.lab.LabPostgres;
import org.datxa.lab.LabProxy;
import org.datxa.spi.BranchStart;
import org.datxa.spi.ForeignBranch;
import org.datxa.spi.ForeignStore;
import org.datxa.spi.Gid;
import org.datxa.spi.Stamp;
import org.datxa.spi.StoreConfig;
import org.datxa.spi.TwoPhaseBranch;
import org.datxa.spi.error.StoreException;

/** A store on a database of its own in the lab's server, with a table to work on. */
public final class StoreFixture implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final LabPostgres server;
  private final FakeParticipation participation = new FakeParticipation();
  private final Map<String, String> properties = new HashMap<>();
  private final String database;
  private LabProxy proxy;
  private ForeignStore store;

  public StoreFixture() {
    this(Lab.shared().postgres());
  }

  public StoreFixture(LabPostgres server) {
    this.server = server;
    database = server.newDatabase("pgbridge");
    server.execute(database, "CREATE TABLE item (id int PRIMARY KEY, name text)");
    properties.put("url", server.jdbcUrl(database));
    properties.put("user", server.user());
    properties.put("password", server.password());
    properties.put("lock_timeout_ms", "300");
  }

  public StoreFixture with(String key, String value) {
    properties.put(key, value);
    return this;
  }

  /** Puts a proxy between the store and the server. */
  public StoreFixture proxied() {
    proxy = LabProxy.start(server.host(), server.port());
    properties.put("url", proxy.through(server.jdbcUrl(database)));
    return this;
  }

  public LabProxy proxy() {
    return proxy;
  }

  public LabPostgres server() {
    return server;
  }

  public String database() {
    return database;
  }

  public FakeParticipation participation() {
    return participation;
  }

  public ForeignStore another(String name) {
    return (ForeignStore)
        new PostgresStoreProvider()
            .open(new StoreConfig(name, "postgresql", properties), participation);
  }

  public ForeignStore store() {
    if (store == null) {
      store = another("pg");
      Assertions.assertThat(store.check()).isEmpty();
    }
    return store;
  }

  public ForeignBranch begin() throws StoreException {
    return begin(false);
  }

  public ForeignBranch begin(boolean readOnly) throws StoreException {
    ForeignBranch branch = store().begin(new BranchStart(UUID.randomUUID(), readOnly, TIMEOUT));
    participation.enter(branch);
    return branch;
  }

  /** A connection of the current transaction, or outside of any. */
  public Connection connection() throws SQLException {
    return store().facade(DataSource.class).getConnection();
  }

  /** Runs one statement in the current transaction. */
  public void work(String sql) throws SQLException {
    try (Connection connection = connection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** A branch that inserted one row. */
  public ForeignBranch wrote(int id) throws StoreException, SQLException {
    ForeignBranch branch = begin();
    work("INSERT INTO item VALUES (" + id + ", 'x')");
    return branch;
  }

  public ForeignBranch prepared(int id) throws StoreException, SQLException {
    ForeignBranch branch = wrote(id);
    branch.inspect();
    branch.prepare(gid(branch), stamp(branch));
    return branch;
  }

  public static Gid gid(TwoPhaseBranch branch) {
    return new Gid(branch.datTxn(), branch.store());
  }

  public static Stamp stamp(TwoPhaseBranch branch) {
    return new Stamp(branch.datTxn(), 77);
  }

  /** The last statement of a branch. */
  public static void finish(TwoPhaseBranch branch, boolean prepare) throws StoreException {
    if (prepare) {
      branch.prepare(gid(branch), stamp(branch));
    } else {
      branch.commit(stamp(branch));
    }
  }

  /** Asks the server by a way of its own. */
  public String ask(String sql) throws SQLException {
    return ask(server, database, sql);
  }

  public static String ask(LabPostgres server, String database, String sql) throws SQLException {
    try (Connection connection = server.connect(database);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return rows.next() ? rows.getString(1) : null;
    }
  }

  public int items() throws SQLException {
    return Integer.parseInt(ask("SELECT count(*) FROM item"));
  }

  public int preparedHere() throws SQLException {
    return Integer.parseInt(
        ask("SELECT count(*) FROM pg_prepared_xacts WHERE database = current_database()"));
  }

  /** Ends the server's side of all connections of the store that are in a transaction. */
  public void killBackends() throws SQLException {
    ask(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
            + " WHERE datname = current_database() AND pid <> pg_backend_pid()");
  }

  @Override
  public void close() {
    if (store != null) {
      store.close();
    }
    if (proxy != null) {
      proxy.close();
    }
  }
}
