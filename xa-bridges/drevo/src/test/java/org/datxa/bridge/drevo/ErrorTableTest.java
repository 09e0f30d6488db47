package org.datxa.bridge.drevo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.datxa.lab.LabDrevo;
import org.datxa.lab.LabFault;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.TwoPhaseBranch;
import org.datxa.spi.error.StoreRefused;
import org.datxa.spi.error.StoreUnknown;
import org.datxa.tck.ErrorRow;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of errors in the README, row by row, on errors of the lab's server. */
class ErrorTableTest {
  /** Ends with an exception. */
  private interface Misfortune {
    void run() throws Exception;
  }

  private static LabDrevo server;
  private static LabDrevo guarded;
  private final StoreFixture lab = new StoreFixture(server);
  private final Map<String, Misfortune> all = new HashMap<>();

  ErrorTableTest() {
    cypher("syntax", "CREAT (n)");
    cypher("semantics", "CREATE (n:Item) RETURN m");
    cypher("parameter missing", "CREATE (n:Item {id: $id})");
    cypher("duplicate title", "CREATE (a:Item {title: 'one'}), (b:Item {title: 'one'})");
    cypher("unsupported", "RETURN nosuch(1) AS x");
    all.put("transaction conflict", this::conflict);
    all.put("writes are paused", this::fence);
    all.put(
        "write-ahead log failed",
        () -> {
          lab.fault(LabFault.before("LOG db=" + lab.database()).error("disk"));
          lab.work("CREATE (:Item {id: 1})");
        });
    all.put(
        "wrong password",
        () -> {
          StoreFixture other = new StoreFixture(guarded).with("password", "wrong");
          other.another("g").facade(DrevoSession.class).run("RETURN 1 AS one");
        });
    all.put(
        "no such database",
        () -> {
          StoreFixture other = new StoreFixture(server).with("database", "nowhere");
          other.another("g").facade(DrevoSession.class).run("RETURN 1 AS one");
        });
  }

  private void cypher(String what, String cypher) {
    all.put(what, () -> lab.work(cypher));
  }

  private void conflict() throws Exception {
    TwoPhaseBranch branch = lab.wrote(1);
    lab.ask("CREATE (:Stranger)");
    try {
      branch.commit(StoreFixture.stamp(branch));
    } finally {
      branch.release();
    }
  }

  private void fence() {
    lab.prepareAs("stranger");
    try {
      lab.work("CREATE (:Item {id: 1})");
    } finally {
      lab.ask("CALL drevo.tx.rollbackPrepared('stranger')");
    }
  }

  @BeforeAll
  static void start() {
    server = LabDrevo.start();
    guarded = LabDrevo.builder().authentication("user", "secret").start();
  }

  @AfterAll
  static void stop() {
    server.close();
    guarded.close();
  }

  @AfterEach
  void close() {
    lab.close();
  }

  static List<ErrorRow<String>> raised() {
    return ErrorRow.table("code", code -> code).stream().filter(ErrorRow::raised).toList();
  }

  @ParameterizedTest
  @MethodSource("raised")
  void e1_everyErrorHasTheKindThatTheReadmeSays(ErrorRow<String> row) {
    Throwable raised = catchThrowable(() -> all.get(row.what()).run());
    assertThat(raised).isNotNull();
    assertThat(kind(raised)).as(raised.toString()).isEqualTo(row.kind());
    assertThat(codes(raised)).as(raised.toString()).containsAnyElementsOf(row.codes());
    if (raised instanceof StoreRefused refused) {
      assertThat(refused.kind()).isEqualTo(row.kind());
    }
  }

  @Test
  void everyRaisedErrorIsInTheTable() {
    assertThat(raised().stream().map(ErrorRow::what).collect(Collectors.toSet()))
        .isEqualTo(all.keySet());
  }

  @Test
  void e1_whenTheServerIsGone_itIsTransient() {
    lab.store();
    server.kill();
    try {
      Throwable gone = catchThrowable(() -> lab.work("CREATE (:Item {id: 1})"));
      assertThat(gone).isInstanceOf(DrevoException.class);
      assertThat(kind(gone)).as(gone.toString()).isEqualTo(ErrorKind.TRANSIENT);
    } finally {
      server.restart();
    }
  }

  @Test
  void e1_whenTheConnectionBreaks_itIsTransientAndAfterACommitUnknown() throws Exception {
    TwoPhaseBranch branch = lab.wrote(1);
    lab.fault(LabFault.before(lab.commit()).drop());
    Throwable lost = catchThrowable(() -> branch.commit(StoreFixture.stamp(branch)));
    assertThat(lost).isInstanceOf(StoreUnknown.class);
    assertThat(kind(lost)).isEqualTo(ErrorKind.TRANSIENT);
    branch.release();
    lab.begin();
    lab.fault(LabFault.before(lab.run("Dropped")).drop());
    assertThat(kind(catchThrowable(() -> lab.work("CREATE (:Dropped)"))))
        .isEqualTo(ErrorKind.TRANSIENT);
  }

  private ErrorKind kind(Throwable error) {
    return lab.store().classify(error);
  }

  private static List<String> codes(Throwable error) {
    return Stream.iterate(error, it -> it != null, Throwable::getCause)
        .flatMap(
            it ->
                it instanceof DrevoException own
                    ? Stream.of(own.code())
                    : it instanceof org.neo4j.driver.exceptions.Neo4jException server
                        ? Stream.of(server.code())
                        : Stream.empty())
        .toList();
  }
}
