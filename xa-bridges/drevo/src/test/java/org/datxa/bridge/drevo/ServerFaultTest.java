package org.datxa.bridge.drevo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import org.datxa.lab.LabDrevo;
import org.datxa.lab.LabFault;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.Marker;
import org.datxa.spi.Resolution;
import org.datxa.spi.TwoPhaseBranch;
import org.datxa.spi.error.StoreException;
import org.datxa.spi.error.StoreRefused;
import org.datxa.spi.error.StoreUnknown;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** On a server of its own, which is stopped, killed and started again. */
class ServerFaultTest {
  private static LabDrevo server;
  private final StoreFixture lab =
      new StoreFixture(server).with("answer_timeout_ms", "500").with("connect_timeout_ms", "500");

  @BeforeAll
  static void start() {
    server = LabDrevo.builder().tickByHand().start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @AfterEach
  void close() {
    lab.close();
    server.preparedTimeout(Duration.ZERO);
  }

  @Test
  void f1_whatWasPreparedSurvivesAKill() throws Exception {
    TwoPhaseBranch branch = lab.prepared(1);
    server.kill();
    assertThatThrownBy(branch::commitPrepared).isInstanceOf(StoreException.class);
    server.restart();
    assertThat(lab.store().listPrepared()).hasSize(1);
    assertThat(branch.commitPrepared()).isEqualTo(Resolution.DONE);
    branch.release();
    assertThat(lab.items()).containsExactly(1L);
  }

  @Test
  void e2_whenServerDiesWithThePrepare_answerIsUnknown() throws Exception {
    TwoPhaseBranch branch = lab.wrote(1);
    lab.fault(LabFault.after(lab.run("tx.prepare")).kill());
    assertThatThrownBy(() -> branch.prepare(StoreFixture.gid(branch), StoreFixture.stamp(branch)))
        .isInstanceOf(StoreUnknown.class);
    server.restart();
    assertThat(lab.store().listPrepared()).hasSize(1);
    assertThat(branch.rollbackPrepared()).isEqualTo(Resolution.DONE);
    branch.release();
    assertThat(lab.items()).isEmpty();
  }

  @Test
  void c1_whenServerDiesWithTheCommit_settleTells() throws Exception {
    for (boolean landed : new boolean[] {true, false}) {
      TwoPhaseBranch branch = lab.wrote(landed ? 1 : 2);
      LabFault at = landed ? LabFault.after(lab.commit()) : LabFault.before(lab.commit());
      lab.fault(at.kill());
      assertThatThrownBy(() -> branch.commit(StoreFixture.stamp(branch)))
          .isInstanceOf(StoreUnknown.class);
      server.restart();
      assertThat(lab.store().settle(branch.datTxn()))
          .isEqualTo(landed ? Marker.APPLIED : Marker.TOMBSTONE);
      branch.release();
    }
    assertThat(lab.items()).containsExactly(1L);
  }

  @Test
  void connectionsThatDiedWhileIdleAreReplaced() throws Exception {
    TwoPhaseBranch before = lab.wrote(1);
    before.commit(StoreFixture.stamp(before));
    before.release();
    server.kill();
    server.restart();
    TwoPhaseBranch after = lab.wrote(2);
    after.commit(StoreFixture.stamp(after));
    after.release();
    assertThat(lab.items()).containsExactly(1L, 2L);
  }

  @Test
  void s4_whenServerHangs_everyCallEndsWithinItsBound() throws Exception {
    TwoPhaseBranch prepared = lab.prepared(1);
    lab.participation().enter(null);
    server.pause();
    try {
      assertThatThrownBy(prepared::commitPrepared).isInstanceOf(StoreUnknown.class);
      assertThatThrownBy(() -> lab.store().commitPrepared(StoreFixture.gid(prepared)))
          .isInstanceOf(StoreUnknown.class);
      assertThatThrownBy(lab.store()::listPrepared).isInstanceOf(StoreException.class);
      assertThatThrownBy(() -> lab.store().settle(prepared.datTxn()))
          .isInstanceOf(StoreException.class);
      assertThat(lab.another("graph").check())
          .singleElement()
          .satisfies(it -> assertThat(it.problem()).contains("cannot connect"));
      assertThatThrownBy(() -> lab.work("RETURN 1 AS one"))
          .isInstanceOfSatisfying(
              DrevoException.class, it -> assertThat(it.kind()).isEqualTo(ErrorKind.TRANSIENT));
    } finally {
      server.resume();
    }
    assertThat(lab.store().commitPrepared(StoreFixture.gid(prepared))).isEqualTo(Resolution.DONE);
    prepared.release();
    assertThat(lab.items()).containsExactly(1L);
  }

  @Test
  void s4_whenCommitHangs_itIsUnknownAndSettled() throws Exception {
    TwoPhaseBranch branch = lab.wrote(1);
    lab.fault(LabFault.after(lab.commit()).hang());
    assertThatThrownBy(() -> branch.commit(StoreFixture.stamp(branch)))
        .isInstanceOf(StoreUnknown.class);
    branch.release();
    assertThat(lab.store().settle(branch.datTxn())).isEqualTo(Marker.APPLIED);
  }

  @Test
  void s4_rollbackFromAnotherThreadEndsARunningStatement() throws Exception {
    TwoPhaseBranch branch = lab.wrote(1);
    int fault = lab.fault(LabFault.before(lab.run("Slow")).hang());
    Thread killer =
        new Thread(
            () -> {
              org.awaitility.Awaitility.await().until(() -> server.faultHits(fault) == 1);
              try {
                branch.rollback();
              } catch (StoreException e) {
                throw new IllegalStateException(e);
              }
            });
    killer.start();
    assertThatThrownBy(() -> lab.work("CREATE (:Slow)")).isInstanceOf(DrevoException.class);
    killer.join();
    branch.release();
    server.clearFaults();
    assertThat(lab.items()).isEmpty();
  }

  @Test
  void f2_whatTheServerRolledBackByItselfIsHeuristic() throws Exception {
    TwoPhaseBranch branch = lab.prepared(1);
    server.preparedTimeout(Duration.ofMillis(1));
    org.awaitility.Awaitility.await()
        .until(
            () -> {
              server.tick();
              return lab.preparedHere() == 0;
            });
    assertThat(branch.commitPrepared()).isEqualTo(Resolution.HEURISTIC_ROLLBACK);
    assertThat(branch.rollbackPrepared()).isEqualTo(Resolution.DONE);
    branch.release();
    assertThat(lab.items()).isEmpty();
  }

  @Test
  void e2_whenServerIsDown_branchesAreRefusedAsTransient() throws Exception {
    lab.store();
    server.kill();
    try {
      TwoPhaseBranch branch = lab.begin();
      DrevoException failure =
          catchThrowableOfType(DrevoException.class, () -> lab.work("CREATE (:Item {id: 1})"));
      assertThat(lab.store().classify(failure)).isEqualTo(ErrorKind.TRANSIENT);
      StoreRefused refused = catchThrowableOfType(StoreRefused.class, branch::inspect);
      assertThat(refused.kind()).isEqualTo(ErrorKind.TRANSIENT);
      branch.release();
    } finally {
      server.restart();
    }
  }
}
