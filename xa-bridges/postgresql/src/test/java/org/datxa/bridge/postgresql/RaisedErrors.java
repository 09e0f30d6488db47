package org.datxa.bridge.postgresql;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.datxa.lab.LabDisk;
import org.datxa.lab.LabPostgres;
import org.datxa.lab.LabProxy;
import org.datxa.spi.TwoPhaseBranch;

/** Brings a real server to raise the errors of the README's table, each by its text there. */
final class RaisedErrors implements AutoCloseable {
  /** Ends with an exception. */
  interface Misfortune {
    void run() throws Exception;
  }

  private static final String TABLES =
      """
      CREATE TABLE t (id int PRIMARY KEY, n int CHECK (n > 0), v varchar(3) NOT NULL);
      CREATE TABLE child (t int REFERENCES t);
      CREATE TABLE late (t int REFERENCES t DEFERRABLE INITIALLY DEFERRED);
      CREATE TABLE span (r int4range, EXCLUDE USING gist (r WITH &&));
      CREATE VIEW few AS SELECT * FROM t WHERE id < 10 WITH CHECK OPTION;
      CREATE ROLE guest LOGIN; CREATE ROLE crowd LOGIN CONNECTION LIMIT 0;
      INSERT INTO t VALUES (1, 1, 'a'), (2, 2, 'b')
      """;
  private static final String SORT =
      "SELECT count(*) FROM (SELECT i FROM generate_series(1, 99999) i ORDER BY -i OFFSET 1) x";

  private final LabPostgres server =
      LabPostgres.builder()
          .setting("max_prepared_transactions", "1")
          .setting("deadlock_timeout", "50ms")
          .start();
  private final StoreFixture lab = new StoreFixture(server);
  private final Map<String, Misfortune> all = new HashMap<>();

  RaisedErrors() {
    server.execute(lab.database(), TABLES);
    constraints();
    statements();
    settings();
    space();
    sessions();
    conflicts();
  }

  StoreFixture lab() {
    return lab;
  }

  Set<String> names() {
    return all.keySet();
  }

  Throwable raise(String what) {
    return catchThrowable(() -> all.get(what).run());
  }

  private void constraints() {
    sql("unique key", "INSERT INTO t VALUES (1, 1, 'a')");
    sql("foreign key", "INSERT INTO child VALUES (99)");
    sql("check", "INSERT INTO t VALUES (3, -1, 'a')");
    sql("not null", "INSERT INTO t VALUES (3, 1, NULL)");
    sql("exclusion", "INSERT INTO span VALUES ('[1,5)'), ('[2,9)')");
    sql("check option of a view", "INSERT INTO few VALUES (11, 1, 'a')");
    all.put("deferred constraint, at prepare", () -> late(true));
    all.put("deferred constraint, at commit", () -> late(false));
  }

  private void late(boolean prepare) throws Exception {
    TwoPhaseBranch branch = lab.begin();
    try {
      lab.work("INSERT INTO late VALUES (99)");
      branch.inspect();
      StoreFixture.finish(branch, prepare);
    } finally {
      branch.rollback();
      branch.release();
    }
  }

  private void statements() {
    sql("value too long", "INSERT INTO t VALUES (3, 1, 'abcd')");
    sql("number out of range", "SELECT 2147483647 + 1");
    sql("division by zero", "SELECT 1 / (SELECT 0)");
    sql("text that is no number", "SELECT 'x'::int");
    sql("syntax", "SELEC 1");
    sql("no such table", "SELECT * FROM nowhere");
    sql("no such column", "SELECT nothing FROM t");
    sql("no right", "SET ROLE guest", "SELECT * FROM t");
    sql("raised by a function or trigger", "DO $$ BEGIN RAISE 'no'; END $$");
    sql("work that cannot be prepared", "CREATE TEMP TABLE x (a int); PREPARE TRANSACTION 'x'");
    all.put(
        "statement after a failed one",
        () ->
            in(
                it ->
                    assertThatThrownBy(() -> it.execute("SELECT 1 / 0"))
                        .isInstanceOf(SQLException.class),
                "SELECT 1"));
  }

  private void settings() {
    sql("read-only transaction", "SET TRANSACTION READ ONLY", "DELETE FROM t");
    sql("statement_timeout", "SET statement_timeout = 20", "SELECT pg_sleep(60)");
    all.put(
        "lock_timeout, NOWAIT",
        () -> locked(() -> sqlNow("SET lock_timeout = 20", "DELETE FROM t WHERE id = 1")));
    all.put(
        "idle_in_transaction_session_timeout",
        () ->
            in(
                it -> {
                  int session = session(it);
                  it.execute("SET idle_in_transaction_session_timeout = 20");
                  awaitGone(session);
                },
                "SELECT 1"));
    all.put("cancelled by somebody", () -> slept("pg_cancel_backend"));
    all.put("ended by an administrator", () -> slept("pg_terminate_backend"));
  }

  private void space() {
    sql("temp_file_limit", "SET work_mem = '64kB'", "SET temp_file_limit = 0", SORT);
    all.put("max_prepared_transactions exhausted", this::prepareTwice);
    all.put("disk full", this::fillDisk);
  }

  private void prepareTwice() throws SQLException {
    String first = "SELECT txid_current(); PREPARE TRANSACTION 'one'";
    sqlNow(first);
    try {
      sqlNow("SELECT txid_current(); PREPARE TRANSACTION 'two'");
    } finally {
      server.execute(lab.database(), "ROLLBACK PREPARED 'one'");
    }
  }

  private void fillDisk() throws SQLException {
    try (LabDisk disk = LabDisk.of(1 << 20)) {
      server.execute(lab.database(), "CREATE TABLESPACE small LOCATION '" + disk.path() + "'");
      server.execute(lab.database(), "CREATE TABLE big (x text) TABLESPACE small");
      try {
        sqlNow("INSERT INTO big SELECT repeat('x', 500) FROM generate_series(1, 9999)");
      } finally {
        server.execute(lab.database(), "DROP TABLE big");
        server.execute(lab.database(), "DROP TABLESPACE small");
      }
    }
  }

  private void sessions() {
    all.put("no such role", () -> connect("nobody", lab.database()));
    all.put("no such database", () -> connect("guest", "nowhere"));
    all.put("too many connections", () -> connect("crowd", lab.database()));
    all.put("server not reachable", () -> proxied(LabProxy::refuse));
    all.put("connection lost", () -> proxied(LabProxy::dropAll));
    all.put("server shutting down", this::shutDown);
  }

  private void connect(String user, String database) throws SQLException {
    DriverManager.getConnection(server.jdbcUrl(database).replaceAll("user=\\w+", "user=" + user))
        .close();
  }

  private void proxied(java.util.function.Consumer<LabProxy> trouble) throws SQLException {
    try (LabProxy proxy = LabProxy.start(server.host(), server.port())) {
      String url = proxy.through(server.jdbcUrl(lab.database()));
      try (Connection connection = DriverManager.getConnection(url);
          Statement statement = connection.createStatement()) {
        trouble.accept(proxy);
        statement.execute("SELECT 1");
        DriverManager.getConnection(url).close();
      }
    }
  }

  private void shutDown() throws Exception {
    String file = "SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)";
    String postmaster = lab.ask(file);
    try (Connection keeps = server.connect(lab.database())) {
      new ProcessBuilder("kill", "-TERM", postmaster).start().waitFor();
      Awaitility.await()
          .ignoreExceptions()
          .until(() -> catchThrowable(() -> lab.ask("SELECT 1")) != null && keeps.isValid(5));
      connect(server.user(), lab.database());
    } finally {
      server.restart();
    }
  }

  private void conflicts() {
    all.put(
        "concurrent update",
        () ->
            in(
                it -> {
                  it.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; SELECT 1 FROM t");
                  server.execute(lab.database(), "UPDATE t SET n = n + 1 WHERE id = 1");
                },
                "UPDATE t SET n = n + 1 WHERE id = 1"));
    all.put("deadlock", this::deadlock);
  }

  private void deadlock() throws Exception {
    CompletableFuture<Void> other = new CompletableFuture<>();
    in(
        it -> {
          it.execute("UPDATE t SET n = 5 WHERE id = 2");
          CompletableFuture<Void> locked = new CompletableFuture<>();
          CompletableFuture<Void> unused =
              CompletableFuture.runAsync(() -> takeBoth(locked, other));
          locked.join();
          Throwable mine = catchThrowable(() -> it.execute("UPDATE t SET n = 5 WHERE id = 1"));
          if (mine != null) {
            throw (SQLException) mine;
          }
        },
        "SELECT 1");
    throw (SQLException) catchThrowable(other::join).getCause();
  }

  private void takeBoth(CompletableFuture<Void> locked, CompletableFuture<Void> done) {
    Throwable failure =
        catchThrowable(
            () ->
                in(
                    it -> {
                      it.execute("UPDATE t SET n = 6 WHERE id = 1");
                      locked.complete(null);
                    },
                    "UPDATE t SET n = 6 WHERE id = 2"));
    if (failure == null) {
      done.complete(null);
    } else {
      done.completeExceptionally(failure);
    }
  }

  private void locked(Misfortune then) throws Exception {
    try (Connection holder = server.connect(lab.database());
        Statement statement = holder.createStatement()) {
      holder.setAutoCommit(false);
      statement.execute("SELECT 1 FROM t FOR UPDATE");
      then.run();
    }
  }

  private void slept(String end) throws Exception {
    in(
        it -> {
          int session = session(it);
          CompletableFuture<Void> unused =
              CompletableFuture.runAsync(
                  () ->
                      Awaitility.await()
                          .until(
                              () ->
                                  "t"
                                      .equals(
                                          lab.ask(
                                              "SELECT "
                                                  + end
                                                  + "(pid) FROM pg_stat_activity WHERE pid = "
                                                  + session
                                                  + " AND wait_event = 'PgSleep'"))));
        },
        "SELECT pg_sleep(60)");
  }

  private static int session(Statement statement) throws SQLException {
    return statement.getConnection().unwrap(org.postgresql.PGConnection.class).getBackendPID();
  }

  private void awaitGone(int session) {
    String sql = "SELECT count(*) FROM pg_stat_activity WHERE pid = " + session;
    Awaitility.await().until(() -> "0".equals(lab.ask(sql)));
  }

  private void sql(String what, String... statements) {
    all.put(what, () -> sqlNow(statements));
  }

  private void sqlNow(String... statements) throws SQLException {
    try {
      in(it -> {}, statements);
    } catch (SQLException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** First something with a statement of an open transaction, then statements in it. */
  private void in(Preparation first, String... statements) throws Exception {
    try (Connection connection = server.connect(lab.database());
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      first.with(statement);
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private interface Preparation {
    void with(Statement statement) throws Exception;
  }

  @Override
  public void close() {
    lab.close();
    server.close();
  }
}
