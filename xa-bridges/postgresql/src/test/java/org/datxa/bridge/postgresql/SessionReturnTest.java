package org.datxa.bridge.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.FutureTask;
import org.awaitility.Awaitility;
import org.datxa.spi.TwoPhaseBranch;
import org.datxa.spi.error.StoreRefused;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A pool of one connection, so that the next user gets what the last one left. */
class SessionReturnTest {
  private final StoreFixture lab =
      new StoreFixture().with("pool.max", "1").with("pool.acquire_timeout_ms", "300");

  @AfterEach
  void close() {
    lab.close();
  }

  private Map<String, Object> session() throws SQLException {
    lab.participation().enter(null);
    Map<String, Object> found = new LinkedHashMap<>();
    try (Connection plain = lab.connection();
        Statement statement = plain.createStatement()) {
      found.put("autoCommit", plain.getAutoCommit());
      found.put("client", plain.getClientInfo());
      found.put("schema", plain.getSchema());
      found.put("isolation", plain.getTransactionIsolation());
      found.put("readOnly", plain.isReadOnly());
      found.put("network", plain.getNetworkTimeout());
      found.put("holdability", plain.getHoldability());
      found.put("types", new HashMap<>(plain.getTypeMap()));
      for (String setting :
          new String[] {
            "search_path",
            "statement_timeout",
            "idle_in_transaction_session_timeout",
            "synchronous_commit",
            "application_name",
            "default_transaction_read_only",
            "timezone"
          }) {
        try (ResultSet rows = statement.executeQuery("SHOW " + setting)) {
          rows.next();
          found.put(setting, rows.getString(1));
        }
      }
      try (ResultSet rows =
          statement.executeQuery(
              "SELECT to_regclass('pg_temp.scratch') IS NULL,"
                  + " (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"
                  + " AND pid = pg_backend_pid()), pg_backend_pid()")) {
        rows.next();
        found.put("temp", rows.getBoolean(1));
        found.put("locks", rows.getInt(2));
        found.put("pid", rows.getInt(3));
      }
    }
    return found;
  }

  private void change() throws SQLException {
    try (Connection handle = lab.connection()) {
      handle.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
      handle.setNetworkTimeout(Runnable::run, 12_345);
      handle.setClientInfo("ApplicationName", "changed");
      handle.setSchema("pg_catalog");
    }
    lab.work("SET timezone = 'Asia/Tokyo'");
    lab.work("SELECT set_config('statement_timeout', '4321', false)");
    lab.work("SELECT pg_advisory_lock(4711)");
  }

  @Test
  void afterACommitTheSessionIsAsItWas() throws Exception {
    Map<String, Object> before = session();
    TwoPhaseBranch branch = lab.begin();
    change();
    lab.work("INSERT INTO public.item VALUES (1, 'a')");
    branch.inspect();
    branch.commit(StoreFixture.stamp(branch));
    branch.release();
    assertThat(session()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void afterAPreparedEndTheSessionIsAsItWas(boolean commit) throws Exception {
    Map<String, Object> before = session();
    TwoPhaseBranch branch = lab.begin();
    change();
    lab.work("SELECT pg_advisory_unlock_all()"); // some of those are not prepared
    lab.work("INSERT INTO public.item VALUES (1, 'a')");
    branch.inspect();
    branch.prepare(StoreFixture.gid(branch), StoreFixture.stamp(branch));
    if (commit) {
      branch.commitPrepared();
    } else {
      branch.rollbackPrepared();
    }
    branch.release();
    assertThat(session()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void afterARollBackTheSessionIsAsItWas(boolean failed) throws Exception {
    Map<String, Object> before = session();
    TwoPhaseBranch branch = lab.begin();
    change();
    lab.work("CREATE TEMP TABLE scratch (a int)");
    if (failed) {
      assertThatThrownBy(() -> lab.work("SELECT 1 / 0")).isInstanceOf(SQLException.class);
    }
    branch.rollback();
    branch.release();
    assertThat(session()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE TEMP TABLE scratch (a int)",
        "DECLARE held CURSOR WITH HOLD FOR SELECT 1",
        "LISTEN somebody"
      })
  void afterARefusedPrepareTheSessionIsAsItWas(String notPrepared) throws Exception {
    Map<String, Object> before = session();
    TwoPhaseBranch branch = lab.begin();
    change();
    lab.work(notPrepared);
    lab.work("INSERT INTO public.item VALUES (1, 'a')");
    branch.inspect();
    assertThatThrownBy(() -> branch.prepare(StoreFixture.gid(branch), StoreFixture.stamp(branch)))
        .isInstanceOf(StoreRefused.class);
    branch.rollback();
    branch.release();
    assertThat(session()).isEqualTo(before);
  }

  @Test
  void afterWorkOutsideAnyTransactionTheSessionIsAsItWas() throws Exception {
    Map<String, Object> before = session();
    try (Connection plain = lab.connection()) {
      plain.setAutoCommit(false);
      plain.setReadOnly(true);
      plain.createStatement().execute("SELECT 1");
    }
    change();
    lab.work("CREATE TEMP TABLE scratch (a int)");
    assertThat(session()).isEqualTo(before);
  }

  @Test
  void driverSideChangesCostTheConnectionButAreGone() throws Exception {
    Map<String, Object> before = session();
    try (Connection plain = lab.connection()) {
      plain.setHoldability(ResultSet.HOLD_CURSORS_OVER_COMMIT);
      plain.setTypeMap(Map.of("a", String.class));
    }
    Map<String, Object> after = session();
    assertThat(after.remove("pid")).isNotEqualTo(before.remove("pid"));
    assertThat(after).isEqualTo(before);
  }

  @Test
  void deadConnectionDoesNotComeBack() throws Exception {
    Object pid = session().get("pid");
    TwoPhaseBranch branch = lab.wrote(1);
    lab.killBackends();
    assertThatThrownBy(() -> lab.work("SELECT 1")).isInstanceOf(SQLException.class);
    branch.rollback();
    branch.release();
    assertThat(session().get("pid")).isNotEqualTo(pid);
  }

  @Test
  void connectionThatDiedIdle_isNotGivenOut() throws Exception {
    Object pid = session().get("pid");
    lab.killBackends();
    assertThat(session().get("pid")).isNotEqualTo(pid);
  }

  @Test
  void connectionThatDiedInUseOutside_doesNotComeBack() throws Exception {
    lab.store();
    lab.participation().enter(null);
    try (Connection plain = lab.connection()) {
      lab.killBackends();
      assertThatThrownBy(() -> plain.createStatement().execute("SELECT 1"))
          .isInstanceOf(SQLException.class);
      assertThatThrownBy(plain::commit).isInstanceOf(SQLException.class);
    }
    assertThat(session()).containsEntry("autoCommit", true);
  }

  @Test
  void exhaustedPoolIsTransientAndNamesItsSize() throws Exception {
    TwoPhaseBranch holder = lab.wrote(1);
    TwoPhaseBranch second = lab.begin();
    assertThatThrownBy(() -> lab.work("SELECT 1"))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("300 ms")
        .hasMessageContaining("all 1 of the pool");
    assertThatThrownBy(() -> second.commit(StoreFixture.stamp(second)))
        .isInstanceOfSatisfying(StoreRefused.class, e -> assertThat(e.kind().retryable()).isTrue());
    lab.participation().enter(null);
    assertThatThrownBy(lab::connection).isInstanceOf(SQLException.class);
    second.release();
    holder.release();
  }

  @Test
  void s4_whenRolledBackWhileWaitingForAConnection_itIsGivenBack() throws Exception {
    lab.with("pool.acquire_timeout_ms", "5000");
    TwoPhaseBranch holder = lab.wrote(1);
    TwoPhaseBranch waiting = lab.begin();
    FutureTask<Object> late =
        new FutureTask<>(
            () -> {
              lab.work("SELECT 1");
              return null;
            });
    Thread thread = new Thread(late);
    thread.start();
    Awaitility.await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);
    waiting.rollback();
    waiting.release();
    holder.rollback();
    holder.release();
    assertThatThrownBy(late::get).hasCauseInstanceOf(SQLException.class);
    assertThat(session()).containsEntry("locks", 0);
  }

  @Test
  void exhaustedPoolDoesNotKeepRecoveryOut() throws Exception {
    TwoPhaseBranch prepared = lab.prepared(1);
    prepared.release();
    TwoPhaseBranch holder = lab.wrote(2);
    lab.store().commitPrepared(StoreFixture.gid(prepared));
    assertThat(lab.items()).isEqualTo(1);
    holder.release();
  }

  @Test
  void workOutsideCommitsWithoutMarker() throws Exception {
    lab.participation().enter(null);
    try (Connection plain = lab.connection()) {
      assertThat(plain.getAutoCommit()).isTrue();
      plain.setAutoCommit(false);
      plain.createStatement().execute("INSERT INTO item VALUES (1, 'a')");
      plain.rollback();
      plain.createStatement().execute("INSERT INTO item VALUES (2, 'a')");
      plain.commit();
      plain.createStatement().execute("INSERT INTO item VALUES (3, 'a')");
    }
    assertThat(lab.ask("SELECT string_agg(id::text, ',') FROM item")).isEqualTo("2");
    assertThat(lab.ask("SELECT count(*) FROM datxa.dat_applied")).isEqualTo("0");
  }

  @Test
  void handleFromOutsideIsRefusedInsideATransaction() throws Exception {
    lab.store();
    lab.participation().enter(null);
    try (Connection plain = lab.connection();
        Statement statement = plain.createStatement()) {
      TwoPhaseBranch branch = lab.begin();
      assertThatThrownBy(() -> statement.execute("SELECT 1"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("25000"));
      branch.release();
      lab.participation().enter(null);
      statement.execute("SELECT 1");
    }
  }

  @Test
  void nothingOfAClosedHandleReachesTheNextUser() throws Exception {
    lab.store();
    lab.participation().enter(null);
    Connection closed = lab.connection();
    java.sql.DatabaseMetaData metaData = closed.getMetaData();
    Statement statement = closed.createStatement();
    closed.close();
    try (Connection next = lab.connection()) {
      assertThatThrownBy(() -> metaData.getTables(null, null, "item", null))
          .isInstanceOf(SQLException.class);
      assertThatThrownBy(() -> statement.execute("SELECT 1")).isInstanceOf(SQLException.class);
      assertThat(next.isValid(5)).isTrue();
    }
  }
}
