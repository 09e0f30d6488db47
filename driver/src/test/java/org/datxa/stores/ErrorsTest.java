package org.datxa.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.datxa.Commit;
import org.datxa.DatXA;
import org.datxa.Outcome;
import org.datxa.RecoveryReport;
import org.datxa.UnitOfWork;
import org.datxa.bridge.drevo.DrevoSession;
import org.datxa.bridge.iceberg.IcebergTables;
import org.datxa.lab.Lab;
import org.datxa.lab.LabFault;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.error.Aborted;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the application gets in the end, store by store and step by step; and that nothing is half.
 */
class ErrorsTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final AtomicLong IDS = new AtomicLong(1000);

  private static TestDeployment lab;
  private static DatXA datxa;

  private final Map<String, Trouble> troubles = new HashMap<>();
  private List<Long> before;
  private UnitOfWork unit;

  /** Something that goes wrong, now or at commit. */
  private interface Trouble {
    void make() throws Exception;
  }

  @BeforeAll
  static void start() {
    lab = new TestDeployment().postgres("pg").drevo("graph").clickHouse("ch").iceberg("lake");
    lab.journal().set("settle_ms", "500").set("stores.pg.lock_timeout_ms", "300");
    lab.execute(
        "pg",
        "CREATE TABLE part (item bigint REFERENCES item DEFERRABLE INITIALLY DEFERRED);"
            + " INSERT INTO item VALUES (1, 'x')");
    datxa = lab.start();
  }

  @AfterAll
  static void stop() {
    datxa.close();
  }

  ErrorsTest() {
    troubles.put("unique key", () -> sql("pg", "INSERT INTO item VALUES (1, 'twice')"));
    troubles.put("serialization", this::serialization);
    troubles.put("syntax", () -> sql("pg", "SELEC 1"));
    troubles.put("deferred key", () -> sql("pg", "INSERT INTO part VALUES (-1)"));
    troubles.put("temporary table", () -> sql("pg", "CREATE TEMP TABLE scratch (a int)"));
    troubles.put("killed session", this::killSessions);
    troubles.put("bad cypher", () -> session().run("CREAT (n)"));
    troubles.put("conflict", () -> lab.disturb("graph"));
    troubles.put("constraint", () -> graph("RUN .*tx[.]prepare", CONSTRAINT));
    troubles.put("constraint alone", () -> graph("^COMMIT", CONSTRAINT));
    troubles.put("ch: no table", () -> sql("ch", "INSERT INTO nowhere (a) VALUES (1)"));
    troubles.put("ch: memory", () -> clickHouse("system.columns.*fact", 241));
    troubles.put("ch: rights", () -> clickHouse("system.columns.*fact", 497));
    troubles.put(
        "lake: no table", () -> datxa.facade("lake", IcebergTables.class).table("shop.nowhere"));
  }

  private static final String CONSTRAINT = "Neo.ClientError.Schema.ConstraintValidationFailed";

  private static DrevoSession session() {
    return datxa.facade("graph", DrevoSession.class);
  }

  private static void sql(String store, String sql) throws SQLException {
    TestDeployment.run(datxa, store, sql);
  }

  private void serialization() throws SQLException {
    lab.execute("pg", "UPDATE item SET note = 'theirs' WHERE id = 1");
    sql("pg", "UPDATE item SET note = 'mine' WHERE id = 1");
  }

  private void killSessions() {
    lab.execute(
        "pg",
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
            + " AND pid <> pg_backend_pid() AND state LIKE 'idle in transaction%'");
  }

  private static void graph(String message, String code) {
    Lab.shared().drevo().fault(LabFault.before(message).error(code));
  }

  private static void clickHouse(String sql, int code) {
    Lab.shared().clickHouse().fault(LabFault.before(sql).error(code));
  }

  @BeforeEach
  void remember() {
    before = counts();
  }

  private static List<Long> counts() {
    return List.of(lab.items("pg"), lab.nodes("graph"), lab.facts("ch"), lab.lines("lake"));
  }

  private List<Long> oneMore() {
    return before.stream().map(count -> count + 1).toList();
  }

  @AfterEach
  void clear() {
    if (unit != null) {
      unit.close();
    }
    Lab.shared().clickHouse().clearFaults();
    Lab.shared().drevo().clearFaults();
  }

  private void begin() throws Exception {
    unit = datxa.begin();
    try (var connection = datxa.dataSource("pg").getConnection()) {
      connection.setTransactionIsolation(java.sql.Connection.TRANSACTION_REPEATABLE_READ);
    }
  }

  private void write(String... stores) throws Exception {
    long id = IDS.incrementAndGet();
    for (String store : stores) {
      switch (store) {
        case "pg" -> TestDeployment.insert(datxa, "pg", id);
        case "graph" -> TestDeployment.node(datxa, "graph", id);
        case "ch" -> TestDeployment.fact(datxa, "ch", id);
        default -> lab.line(datxa, "lake", id);
      }
    }
  }

  private void assertNothing() {
    assertThat(counts()).isEqualTo(before);
    assertThat(lab.prepared("pg")).isZero();
    assertThat(lab.preparedInGraph("graph")).isZero();
    assertThat(datxa.recover()).matches(RecoveryReport::isClean);
    assertThat(datxa.outcome(unit.datTxn())).isIn(Outcome.UNKNOWN, Outcome.ABORTED);
  }

  // What a statement of the work meets: its own exception, and when that was swallowed, Aborted.
  @ParameterizedTest
  @CsvSource({
    "unique key, CONSTRAINT, java.sql.SQLException",
    "serialization, TRANSIENT, java.sql.SQLException",
    "syntax, PERMANENT, java.sql.SQLException",
    "bad cypher, PERMANENT, org.datxa.bridge.drevo.DrevoException",
  })
  void e4_swallowedInTheWork_itIsAbortedWithTheKindOfTheFailure(
      String trouble, ErrorKind kind, Class<? extends Exception> type) throws Exception {
    begin();
    write("pg", "graph", "ch", "lake");
    assertThat(catchThrowable(() -> troubles.get(trouble).make())).isInstanceOf(type);
    Aborted aborted = catchThrowableOfType(Aborted.class, unit::commit);
    assertThat(aborted.kind()).as(aborted.getMessage()).isEqualTo(kind);
    assertThat(aborted)
        .hasMessageContaining(unit.datTxn().toString())
        .hasCauseInstanceOf(Exception.class);
    assertNothing();
  }

  // What is refused by the client and never part of the work leaves it whole.
  @ParameterizedTest
  @ValueSource(strings = {"ch: no table", "lake: no table"})
  void e4_whatNeverBecameWorkIsTheApplicationsToHandle(String trouble) throws Exception {
    begin();
    write("pg", "graph", "ch", "lake");
    assertThat(catchThrowable(() -> troubles.get(trouble).make()))
        .isInstanceOfAny(SQLException.class, NoSuchTableException.class);
    unit.rollback();
    assertNothing();
  }

  @ParameterizedTest
  @CsvSource({
    "killed session, TRANSIENT, pg",
    "ch: memory, TRANSIENT, ch",
    "ch: rights, PERMANENT, ch",
    "deferred key, CONSTRAINT, pg",
    "temporary table, PERMANENT, pg",
    "conflict, TRANSIENT, graph",
    "constraint, CONSTRAINT, graph",
  })
  void e4_atStageOrPrepare_itIsAbortedAndNamesTheStore(String trouble, ErrorKind kind, String store)
      throws Exception {
    begin();
    write("pg", "graph", "ch", "lake");
    troubles.get(trouble).make();
    Aborted aborted = catchThrowableOfType(Aborted.class, unit::commit);
    assertThat(aborted.kind()).as(aborted.getMessage()).isEqualTo(kind);
    assertThat(aborted.store()).contains(store);
    assertThat(aborted)
        .hasMessageContaining("dat:" + unit.datTxn() + ":" + store)
        .hasMessageContaining("Next: everything is rolled back");
    assertNothing();
  }

  @ParameterizedTest
  @CsvSource({
    "pg, deferred key, CONSTRAINT",
    "pg, killed session, TRANSIENT",
    "graph, conflict, TRANSIENT",
    "graph, constraint alone, CONSTRAINT",
    "ch, ch: memory, TRANSIENT",
    "ch, ch: rights, PERMANENT",
  })
  void e4_aloneInOnePhase_itIsAbortedAndNamesTheStore(String store, String trouble, ErrorKind kind)
      throws Exception {
    begin();
    write(store);
    troubles.get(trouble).make();
    Aborted aborted = catchThrowableOfType(Aborted.class, unit::commit);
    assertThat(aborted.kind()).as(aborted.getMessage()).isEqualTo(kind);
    assertThat(aborted.store()).contains(store);
    assertNothing();
  }

  @ParameterizedTest
  @CsvSource({"graph, 'RUN .*commitPrepared'", "ch, 'INSERT INTO.*fact'"})
  void f1_afterTheDecision_itIsPendingAndFinishedLater(String store, String message)
      throws Exception {
    begin();
    write("pg", "graph", "ch", "lake");
    LabFault fault = LabFault.before(message);
    if (store.equals("ch")) {
      Lab.shared().clickHouse().fault(fault.error(241).always());
    } else {
      Lab.shared().drevo().fault(fault.drop().always());
    }
    Commit commit = unit.commit();
    assertThat(commit.pending()).containsExactly(store);
    assertThat(datxa.outcome(commit.datTxn())).isEqualTo(Outcome.PENDING);
    clear();
    await().atMost(LIMIT).until(() -> datxa.recover().isClean());
    assertThat(datxa.outcome(commit.datTxn())).isEqualTo(Outcome.COMMITTED);
    assertThat(counts()).isEqualTo(oneMore());
  }

  @ParameterizedTest
  @ValueSource(strings = {"serialization", "conflict"})
  void e4_functionIsRunAgainWhenItMetATransientFailure_swallowedOrNot(String trouble)
      throws Exception {
    long[] runs = {0};
    datxa.call(
        again -> {
          if (runs[0]++ == 0) {
            try (var connection = datxa.dataSource("pg").getConnection()) {
              connection.setTransactionIsolation(java.sql.Connection.TRANSACTION_REPEATABLE_READ);
            }
            write("pg", "graph", "ch", "lake");
            Throwable swallowed = catchThrowable(() -> troubles.get(trouble).make());
            assertThat(swallowed == null).isEqualTo(trouble.equals("conflict"));
          } else {
            write("pg", "graph", "ch", "lake");
          }
          return null;
        });
    assertThat(runs[0]).isEqualTo(2);
    assertThat(counts()).isEqualTo(oneMore());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void nestedCallsAreRefusedAndTheOuterOneGoesOn(boolean swallowed) throws Exception {
    int[] inner = {0};
    Throwable end =
        catchThrowable(
            () ->
                datxa.call(
                    outer -> {
                      write("pg", "graph", "ch", "lake");
                      try {
                        datxa.call(again -> inner[0]++);
                      } catch (IllegalStateException e) {
                        if (!swallowed) {
                          throw e;
                        }
                      }
                      return null;
                    }));
    assertThat(inner[0]).isZero();
    assertThat(end == null).isEqualTo(swallowed);
    assertThat(counts()).isEqualTo(swallowed ? oneMore() : before);
  }
}
