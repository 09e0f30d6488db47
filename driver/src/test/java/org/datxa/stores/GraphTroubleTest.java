package org.datxa.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import org.datxa.Commit;
import org.datxa.DatXA;
import org.datxa.Outcome;
import org.datxa.UnitOfWork;
import org.datxa.lab.LabDrevo;
import org.datxa.lab.LabFault;
import org.datxa.spi.error.Aborted;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The graph's server is killed, loses answers, or decides by itself. */
class GraphTroubleTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static LabDrevo server;

  @BeforeAll
  static void start() {
    server = LabDrevo.builder().tickByHand().start();
  }

  @AfterAll
  static void end() {
    server.close();
  }

  @AfterEach
  void calm() {
    server.clearFaults();
    server.preparedTimeout(Duration.ZERO);
  }

  @ParameterizedTest
  @ValueSource(strings = {"LOG .* commitPrepared", "RUN .*commitPrepared"})
  void whenKilledBeforeItCommitsWhatIsPrepared_itIsFinishedAfterTheRestart(String message)
      throws SQLException {
    TestDeployment lab = deployment();
    Commit commit;
    try (DatXA datxa = lab.start();
        UnitOfWork unit = datxa.begin()) {
      write(lab, datxa);
      server.fault(LabFault.before(message).kill());
      commit = unit.commit();
      assertThat(commit.pending()).contains("graph");
    }
    server.restart();
    assertThat(lab.preparedInGraph("graph")).isEqualTo(1);
    recovered(lab, commit.datTxn(), Outcome.COMMITTED, 1);
  }

  @Test
  void whenKilledAfterItCommitted_itIsNotCommittedTwice() throws SQLException {
    TestDeployment lab = deployment();
    Commit commit;
    try (DatXA datxa = lab.start();
        UnitOfWork unit = datxa.begin()) {
      write(lab, datxa);
      server.fault(LabFault.after("LOG .* commitPrepared").kill());
      commit = unit.commit();
    }
    server.restart();
    recovered(lab, commit.datTxn(), Outcome.COMMITTED, 1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whenKilledAtItsPrepare_everythingIsRolledBack(boolean durable) throws SQLException {
    TestDeployment lab = deployment();
    UUID datTxn;
    try (DatXA datxa = lab.start();
        UnitOfWork unit = datxa.begin()) {
      datTxn = unit.datTxn();
      write(lab, datxa);
      String message = "LOG .* prepare";
      server.fault((durable ? LabFault.after(message) : LabFault.before(message)).kill());
      assertThatThrownBy(unit::commit).isInstanceOf(Aborted.class);
    }
    server.restart();
    assertThat(lab.preparedInGraph("graph")).isEqualTo(durable ? 1 : 0);
    recovered(lab, datTxn, Outcome.ABORTED, 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"RUN .*drevo.tx.prepare", "RUN .*DatApplied"})
  void whenTheAnswerIsLostBeforeTheDecision_everythingIsRolledBack(String message)
      throws SQLException {
    TestDeployment lab = deployment();
    UUID datTxn;
    try (DatXA datxa = lab.start()) {
      try (UnitOfWork unit = datxa.begin()) {
        datTxn = unit.datTxn();
        int number = server.fault(LabFault.after(message + ".*").drop());
        assertThatThrownBy(
                () -> {
                  write(lab, datxa);
                  unit.commit();
                })
            .isInstanceOf(RuntimeException.class);
        assertThat(server.faultHits(number)).isEqualTo(1);
      }
    }
    recovered(lab, datTxn, Outcome.ABORTED, 0);
  }

  @Test
  void whenTheAnswerToItsCommitIsLost_itIsCommittedOnce() throws SQLException {
    TestDeployment lab = deployment();
    try (DatXA datxa = lab.start();
        UnitOfWork unit = datxa.begin()) {
      write(lab, datxa);
      int number = server.fault(LabFault.after("RUN .*commitPrepared").drop());
      assertThat(unit.commit().how()).isEqualTo(Commit.How.COMMITTED);
      assertThat(server.faultHits(number)).isEqualTo(1);
      recovered(lab, unit.datTxn(), Outcome.COMMITTED, 1);
    }
  }

  @Test
  void c1_whenTheAnswerToACommitOfOneBranchIsLost_itIsSettledAndNotGuessed() {
    TestDeployment lab = new TestDeployment().drevoOn(server, "graph").postgres("pg").journal();
    try (DatXA datxa = lab.start()) {
      for (boolean effect : new boolean[] {true, false}) {
        long id = lab.nodes("graph") + 1;
        try (UnitOfWork unit = datxa.begin()) {
          TestDeployment.node(datxa, "graph", id);
          LabFault fault = effect ? LabFault.after("^COMMIT") : LabFault.before("^COMMIT");
          int number = server.fault(fault.drop());
          if (effect) {
            assertThat(unit.commit().how()).isEqualTo(Commit.How.COMMITTED);
          } else {
            assertThatThrownBy(unit::commit).isInstanceOf(Aborted.class);
          }
          assertThat(server.faultHits(number)).isEqualTo(1);
        }
        assertThat(lab.nodes("graph")).isEqualTo(1);
      }
    }
  }

  @Test
  void whenTheServerRollsBackByItselfAfterTheDecision_itIsAHeuristicOutcomeAndStaysOne()
      throws SQLException {
    TestDeployment lab = deployment().set("settle_ms", "300");
    Commit commit;
    try (DatXA datxa = lab.start();
        UnitOfWork unit = datxa.begin()) {
      write(lab, datxa);
      int number = server.fault(LabFault.before("RUN .*commitPrepared").drop().always());
      commit = unit.commit();
      assertThat(commit.pending()).contains("graph");
      assertThat(server.faultHits(number)).isPositive();
    }
    server.clearFaults();
    server.preparedTimeout(Duration.ofMillis(1));
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () -> {
              server.tick();
              assertThat(lab.preparedInGraph("graph")).isZero();
            });
    try (DatXA datxa = lab.start()) {
      datxa.recover();
      datxa.recover();
      assertThat(lab.events)
          .anySatisfy(
              event -> {
                assertThat(event.number()).isEqualTo(105);
                assertThat(event.store()).contains("graph");
              });
      assertThat(datxa.outcome(commit.datTxn())).isEqualTo(Outcome.PENDING);
      assertThat(lab.states()).isEqualTo("COMMITTED");
      assertThat(lab.nodes("graph")).isZero();
      assertThat(lab.items("pg")).isEqualTo(1);
      assertThat(datxa.acknowledge(commit.datTxn())).isTrue();
      await().untilAsserted(() -> assertThat(lab.states()).isEqualTo("DONE"));
    }
  }

  private static TestDeployment deployment() {
    return new TestDeployment()
        .postgres("pg")
        .drevoOn(server, "graph")
        .iceberg("lake")
        .journal()
        .set("stores.graph.answer_timeout_ms", "3000")
        .set("stores.graph.connect_timeout_ms", "1000")
        .set("stores.graph.pool.acquire_timeout_ms", "1000");
  }

  private static void write(TestDeployment lab, DatXA datxa) throws SQLException {
    TestDeployment.insert(datxa, "pg", 1);
    lab.line(datxa, "lake", 1);
    TestDeployment.node(datxa, "graph", 1);
  }

  private static void recovered(TestDeployment lab, UUID datTxn, Outcome outcome, long rows) {
    try (DatXA datxa = lab.start()) {
      await()
          .atMost(LIMIT)
          .untilAsserted(
              () -> {
                assertThat(datxa.recover().isClean()).isTrue();
                assertThat(lab.preparedInGraph("graph")).isZero();
                assertThat(lab.prepared("pg")).isZero();
                // What never began to commit has no record.
                Outcome told = datxa.outcome(datTxn);
                assertThat(told == Outcome.UNKNOWN ? Outcome.ABORTED : told).isEqualTo(outcome);
              });
      assertThat(lab.nodes("graph")).isEqualTo(rows);
      assertThat(lab.items("pg")).isEqualTo(rows);
      assertThat(lab.lines("lake")).isEqualTo(rows);
    }
  }
}
