package org.datxa.bridge.drevo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.datxa.bridge.drevo.StoreFixture.Mode;
import org.datxa.bridge.drevo.internal.BranchStatements;
import org.datxa.lab.LabFault;
import org.datxa.spi.BranchStart;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.Gid;
import org.datxa.spi.Marker;
import org.datxa.spi.PreparedBranch;
import org.datxa.spi.Resolution;
import org.datxa.spi.TwoPhaseBranch;
import org.datxa.spi.TwoPhaseStore;
import org.datxa.spi.error.StoreRefused;
import org.datxa.spi.error.StoreUnknown;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("org.datxa.bridge.drevo.StoreFixture$Mode#all")
class FinishingTest {
  private static final String FENCED = "Neo.TransientError.Transaction.LockAcquisitionTimeout";
  private static final String OUTDATED = "Neo.TransientError.Transaction.Outdated";

  private final StoreFixture lab;

  FinishingTest(Mode mode) {
    lab = new StoreFixture().in(mode);
  }

  @AfterEach
  void close() {
    lab.close();
  }

  @Test
  void f1_anyProcessFinishesWhatAnotherPrepared() throws Exception {
    TwoPhaseStore elsewhere = lab.another("graph");
    TwoPhaseBranch one = lab.prepared(1);
    one.release();
    assertThat(elsewhere.commitPrepared(StoreFixture.gid(one))).isEqualTo(Resolution.DONE);
    assertThat(lab.store().commitPrepared(StoreFixture.gid(one))).isEqualTo(Resolution.DONE);
    TwoPhaseBranch two = lab.prepared(2);
    two.release();
    assertThat(elsewhere.rollbackPrepared(StoreFixture.gid(two))).isEqualTo(Resolution.DONE);
    assertThat(lab.store().rollbackPrepared(StoreFixture.gid(two))).isEqualTo(Resolution.DONE);
    assertThat(lab.items()).containsExactly(1L);
  }

  @Test
  void f1_twoProcessesFinishTheSameGid() throws Exception {
    TwoPhaseStore elsewhere = lab.another("graph");
    TwoPhaseBranch branch = lab.prepared(1);
    assertThat(elsewhere.commitPrepared(StoreFixture.gid(branch))).isEqualTo(Resolution.DONE);
    assertThat(branch.commitPrepared()).isEqualTo(Resolution.DONE);
    branch.release();
    assertThat(lab.items()).containsExactly(1L);
  }

  @Test
  void p1_absentGidIsJudgedByItsMarker() throws Exception {
    TwoPhaseBranch branch = lab.prepared(1);
    Gid gid = StoreFixture.gid(branch);
    lab.ask("CALL drevo.tx.commitPrepared('" + gid + "')");
    assertThat(branch.commitPrepared()).isEqualTo(Resolution.DONE);
    assertThat(branch.rollbackPrepared()).isEqualTo(Resolution.HEURISTIC_COMMIT);
    assertThat(lab.store().commitPrepared(gid)).isEqualTo(Resolution.DONE);
    assertThat(lab.store().rollbackPrepared(gid)).isEqualTo(Resolution.HEURISTIC_COMMIT);
    branch.release();
  }

  @Test
  void p1_absentGidWithoutMarkerIsHeuristic() throws Exception {
    TwoPhaseBranch branch = lab.prepared(1);
    Gid gid = StoreFixture.gid(branch);
    lab.ask("CALL drevo.tx.rollbackPrepared('" + gid + "')");
    assertThat(branch.commitPrepared()).isEqualTo(Resolution.HEURISTIC_ROLLBACK);
    assertThat(lab.store().commitPrepared(gid)).isEqualTo(Resolution.HEURISTIC_ROLLBACK);
    assertThat(lab.store().rollbackPrepared(gid)).isEqualTo(Resolution.DONE);
    branch.release();
  }

  @Test
  void f2_whatAnOperatorRolledBackIsHeuristicAndNeverDone() throws Exception {
    TwoPhaseBranch branch = lab.prepared(1);
    Gid gid = StoreFixture.gid(branch);
    lab.ask("CALL drevo.tx.heuristicRollback('" + gid + "')");
    assertThat(branch.commitPrepared()).isEqualTo(Resolution.HEURISTIC_ROLLBACK);
    assertThat(lab.store().commitPrepared(gid)).isEqualTo(Resolution.HEURISTIC_ROLLBACK);
    assertThat(lab.store().rollbackPrepared(gid)).isEqualTo(Resolution.DONE);
    assertThat(branch.rollbackPrepared()).isEqualTo(Resolution.DONE);
    branch.release();
    assertThat(lab.items()).isEmpty();
  }

  @Test
  void m2_tombstoneIsNoMarker() throws Exception {
    TwoPhaseBranch branch = lab.begin();
    assertThat(lab.store().settle(branch.datTxn())).isEqualTo(Marker.TOMBSTONE);
    assertThat(lab.store().marker(branch.datTxn())).isEqualTo(Marker.TOMBSTONE);
    assertThat(lab.store().commitPrepared(StoreFixture.gid(branch)))
        .isEqualTo(Resolution.HEURISTIC_ROLLBACK);
    branch.release();
  }

  @Test
  void r2_foreignGidsAreLeftAlone() throws Exception {
    for (String foreign :
        new String[] {
          "dat:" + UUID.randomUUID() + ":other",
          "dat:" + UUID.randomUUID().toString().toUpperCase(java.util.Locale.ROOT) + ":graph",
          "xdat:" + UUID.randomUUID() + ":graph",
          "dat:nonsense"
        }) {
      lab.prepareAs(foreign);
      assertThat(lab.preparedHere()).isEqualTo(1);
      assertThat(lab.store().listPrepared()).isEmpty();
      lab.ask("CALL drevo.tx.rollbackPrepared('" + foreign + "')");
    }
    TwoPhaseBranch mine = lab.prepared(1);
    assertThat(lab.store().listPrepared()).hasSize(1);
    assertThatThrownBy(() -> lab.store().rollbackPrepared(new Gid(UUID.randomUUID(), "other")))
        .isInstanceOf(IllegalArgumentException.class);
    mine.rollbackPrepared();
    mine.release();
  }

  @Test
  void e2_whenReplyToPrepareIsLost_answerIsUnknownAndTheGidIsSwept() throws Exception {
    TwoPhaseBranch branch = lab.wrote(1);
    branch.inspect();
    lab.fault(LabFault.after(lab.run("tx.prepare")).drop());
    assertThatThrownBy(() -> branch.prepare(StoreFixture.gid(branch), StoreFixture.stamp(branch)))
        .isInstanceOf(StoreUnknown.class)
        .hasMessageContaining(StoreFixture.gid(branch).text());
    assertThat(lab.store().listPrepared()).hasSize(1);
    assertThatThrownBy(branch::rollback).isInstanceOf(StoreUnknown.class);
    assertThat(branch.rollbackPrepared()).isEqualTo(Resolution.DONE);
    branch.release();
    assertThat(lab.preparedHere()).isZero();
    assertThat(lab.items()).isEmpty();
  }

  @Test
  void m3_prepareThatNeverArrivedCannotArriveAfterItsRollback() throws Exception {
    TwoPhaseBranch branch = lab.wrote(1);
    branch.inspect();
    lab.fault(LabFault.before(lab.run("tx.prepare")).drop());
    assertThatThrownBy(() -> branch.prepare(StoreFixture.gid(branch), StoreFixture.stamp(branch)))
        .isInstanceOf(StoreUnknown.class);
    assertThat(lab.store().listPrepared()).isEmpty();
    assertThat(branch.rollbackPrepared()).isEqualTo(Resolution.DONE);
    assertThat(lab.store().marker(branch.datTxn())).isEqualTo(Marker.TOMBSTONE);
    branch.release();
  }

  @Test
  void m3_prepareThatArrivesBehindItsRollbackIsRolledBackToo() throws Exception {
    TwoPhaseBranch branch = lab.wrote(1);
    branch.inspect();
    lab.fault(LabFault.before(lab.run("tx.prepare")).drop());
    assertThatThrownBy(() -> branch.prepare(StoreFixture.gid(branch), StoreFixture.stamp(branch)))
        .isInstanceOf(StoreUnknown.class);
    int tombstone =
        lab.fault(LabFault.before(lab.run("CREATE .m:DatApplied")).delay(Duration.ofSeconds(2)));
    Thread late =
        new Thread(
            () -> {
              Awaitility.await().until(() -> lab.server().faultHits(tombstone) == 1);
              lab.prepareAs(StoreFixture.gid(branch).text());
            });
    late.start();
    assertThat(branch.rollbackPrepared()).isEqualTo(Resolution.DONE);
    late.join();
    assertThat(lab.preparedHere()).isZero();
    branch.release();
  }

  @Test
  void f2_nameOfAStoreSaysNothingOfItsBranches() throws Exception {
    TwoPhaseStore store = lab.another("heuristically");
    TwoPhaseBranch branch =
        store.begin(new BranchStart(UUID.randomUUID(), false, Duration.ofSeconds(30)));
    BranchStatements.run(branch, "CREATE (i:Item {id: 1})");
    branch.prepare(StoreFixture.gid(branch), StoreFixture.stamp(branch));
    assertThat(branch.commitPrepared()).isEqualTo(Resolution.DONE);
    branch.release();
    assertThat(store.commitPrepared(StoreFixture.gid(branch))).isEqualTo(Resolution.DONE);
    assertThat(store.rollbackPrepared(StoreFixture.gid(branch)))
        .isEqualTo(Resolution.HEURISTIC_COMMIT);
  }

  @Test
  void e2_whatIsLostBeforeThePrepare_isRefused() throws Exception {
    for (String message : new String[] {"^BEGIN db=" + lab.database(), lab.run("CREATE .i:Item")}) {
      lab.store();
      lab.fault(LabFault.before(message).drop().times(20));
      TwoPhaseBranch branch = lab.begin();
      DrevoException failure =
          catchThrowableOfType(DrevoException.class, () -> lab.work("CREATE (i:Item {id: 1})"));
      assertThat(failure.kind()).isEqualTo(ErrorKind.TRANSIENT);
      lab.server().clearFaults();
      StoreRefused refused = catchThrowableOfType(StoreRefused.class, branch::inspect);
      assertThat(refused.kind()).isEqualTo(ErrorKind.TRANSIENT);
      branch.release();
    }
    assertThat(lab.items()).isEmpty();
  }

  @Test
  void whenABeginIsLost_anotherConnectionIsTaken() throws Exception {
    lab.store();
    lab.fault(LabFault.before("^BEGIN db=" + lab.database()).drop());
    TwoPhaseBranch branch = lab.wrote(1);
    branch.commit(StoreFixture.stamp(branch));
    branch.release();
    assertThat(lab.items()).containsExactly(1L);
  }

  @Test
  void e2_whenTheMarkerIsLost_branchIsRefused() throws Exception {
    TwoPhaseBranch branch = lab.wrote(1);
    lab.fault(LabFault.after(lab.run("DatApplied")).drop());
    StoreRefused refused =
        catchThrowableOfType(
            StoreRefused.class,
            () -> branch.prepare(StoreFixture.gid(branch), StoreFixture.stamp(branch)));
    assertThat(refused.kind()).isEqualTo(ErrorKind.TRANSIENT);
    branch.release();
    assertThat(lab.items()).isEmpty();
    assertThat(lab.preparedHere()).isZero();
  }

  @Test
  void c1_whenReplyToCommitIsLost_settleFindsTheCommit() throws Exception {
    TwoPhaseBranch branch = lab.wrote(1);
    branch.inspect();
    lab.fault(LabFault.after(lab.commit()).drop());
    assertThatThrownBy(() -> branch.commit(StoreFixture.stamp(branch)))
        .isInstanceOf(StoreUnknown.class);
    assertThat(lab.store().settle(branch.datTxn())).isEqualTo(Marker.APPLIED);
    branch.release();
    assertThat(lab.items()).containsExactly(1L);
  }

  @Test
  void c1_whenCommitNeverArrives_settleForbidsItForEver() throws Exception {
    TwoPhaseBranch branch = lab.wrote(1);
    branch.inspect();
    lab.fault(LabFault.before(lab.commit()).drop());
    assertThatThrownBy(() -> branch.commit(StoreFixture.stamp(branch)))
        .isInstanceOf(StoreUnknown.class);
    assertThatThrownBy(branch::rollback).isInstanceOf(StoreUnknown.class);
    assertThat(lab.store().settle(branch.datTxn())).isEqualTo(Marker.TOMBSTONE);
    assertThat(lab.store().settle(branch.datTxn())).isEqualTo(Marker.TOMBSTONE);
    branch.release();
    assertThat(lab.items()).isEmpty();
  }

  @Test
  void c1_commitAfterTheTombstoneIsRefusedAsTransient() throws Exception {
    TwoPhaseBranch branch = lab.wrote(1);
    assertThat(lab.store().settle(branch.datTxn())).isEqualTo(Marker.TOMBSTONE);
    StoreRefused refused =
        catchThrowableOfType(StoreRefused.class, () -> branch.commit(StoreFixture.stamp(branch)));
    assertThat(refused.kind()).isEqualTo(ErrorKind.TRANSIENT);
    branch.release();
    assertThat(lab.items()).isEmpty();
  }

  @Test
  void c1_branchThatBeginsAfterTheTombstoneIsRefusedAsTransient() throws Exception {
    TwoPhaseBranch branch = lab.begin();
    lab.store().settle(branch.datTxn());
    lab.work("CREATE (:Item {id: 1})");
    StoreRefused refused =
        catchThrowableOfType(
            StoreRefused.class,
            () -> branch.prepare(StoreFixture.gid(branch), StoreFixture.stamp(branch)));
    assertThat(refused.kind()).isEqualTo(ErrorKind.TRANSIENT);
    assertThat(refused).hasMessageContaining("Recovery aborted it");
    branch.release();
    assertThat(lab.items()).isEmpty();
  }

  @Test
  void c1_settleLooksAgainWhenOthersWrite() throws Exception {
    TwoPhaseBranch branch = lab.begin();
    lab.store();
    lab.fault(LabFault.before(lab.commit()).error(OUTDATED).times(2));
    assertThat(lab.store().settle(branch.datTxn())).isEqualTo(Marker.TOMBSTONE);
    branch.release();
  }

  @Test
  void c1_whenReplyToTheTombstoneIsLost_settlingAgainFindsIt() throws Exception {
    TwoPhaseBranch branch = lab.begin();
    lab.store();
    lab.fault(LabFault.after(lab.commit()).drop());
    assertThatThrownBy(() -> lab.store().settle(branch.datTxn())).isInstanceOf(StoreUnknown.class);
    assertThat(lab.store().settle(branch.datTxn())).isEqualTo(Marker.TOMBSTONE);
    branch.release();
  }

  @Test
  void c1_settleGivesUpInTimeWhileTheGraphIsFenced() throws Exception {
    TwoPhaseBranch other = lab.prepared(1);
    UUID lost = UUID.randomUUID();
    StoreRefused refused = catchThrowableOfType(StoreRefused.class, () -> lab.store().settle(lost));
    assertThat(refused.kind()).isEqualTo(ErrorKind.TRANSIENT);
    assertThat(refused).hasMessageContaining(FENCED);
    other.commitPrepared();
    other.release();
    assertThat(lab.store().settle(lost)).isEqualTo(Marker.TOMBSTONE);
  }

  @Test
  void f1_whenReplyToCommitPreparedIsLost_theStoreFinishes() throws Exception {
    TwoPhaseBranch branch = lab.prepared(1);
    lab.fault(LabFault.after(lab.run("tx.commitPrepared")).drop());
    assertThatThrownBy(branch::commitPrepared).isInstanceOf(StoreUnknown.class);
    assertThat(branch.commitPrepared()).isEqualTo(Resolution.DONE);
    branch.release();
    assertThat(lab.items()).containsExactly(1L);
  }

  @Test
  void f1_whenCommitPreparedIsLostOnItsWay_theStoreFinishes() throws Exception {
    TwoPhaseBranch branch = lab.prepared(1);
    lab.fault(LabFault.before(lab.run("tx.commitPrepared")).drop());
    assertThatThrownBy(branch::commitPrepared).isInstanceOf(StoreUnknown.class);
    branch.release();
    assertThat(lab.store().commitPrepared(StoreFixture.gid(branch))).isEqualTo(Resolution.DONE);
    assertThat(lab.items()).containsExactly(1L);
  }

  @Test
  void f1_whenRollbackPreparedIsLost_theStoreFinishes() throws Exception {
    for (LabFault fault :
        new LabFault[] {
          LabFault.before(lab.run("tx.rollbackPrepared")).drop(),
          LabFault.after(lab.run("tx.rollbackPrepared")).drop()
        }) {
      TwoPhaseBranch branch = lab.prepared(1);
      lab.fault(fault);
      assertThatThrownBy(branch::rollbackPrepared).isInstanceOf(StoreUnknown.class);
      assertThat(branch.rollbackPrepared()).isEqualTo(Resolution.DONE);
      branch.release();
      assertThat(lab.preparedHere()).isZero();
    }
    assertThat(lab.items()).isEmpty();
  }

  @Test
  void f1_whenTheLogCannotBeWritten_theBranchStaysPreparedAndIsTriedAgain() throws Exception {
    TwoPhaseBranch branch = lab.prepared(1);
    lab.fault(
        LabFault.before("LOG db=" + lab.database() + " commitPrepared")
            .error("Neo.DatabaseError.Statement.ExecutionFailed"));
    assertThatThrownBy(branch::commitPrepared).isInstanceOf(StoreUnknown.class);
    assertThat(lab.store().listPrepared()).hasSize(1);
    assertThat(branch.commitPrepared()).isEqualTo(Resolution.DONE);
    branch.release();
    assertThat(lab.items()).containsExactly(1L);
  }

  @Test
  void e2_whenTheLogCannotBeWritten_commitIsUnknownAndSettled() throws Exception {
    TwoPhaseBranch branch = lab.wrote(1);
    lab.fault(
        LabFault.before("LOG db=" + lab.database() + " commit")
            .error("Neo.DatabaseError.Statement.ExecutionFailed"));
    assertThatThrownBy(() -> branch.commit(StoreFixture.stamp(branch)))
        .isInstanceOf(StoreUnknown.class);
    assertThat(lab.store().settle(branch.datTxn())).isEqualTo(Marker.TOMBSTONE);
    branch.release();
    assertThat(lab.items()).isEmpty();
  }

  @Test
  void p1_whenTheMarkerCannotBeRead_answerIsUnknown() throws Exception {
    lab.store();
    Gid gid = new Gid(UUID.randomUUID(), "graph");
    lab.fault(LabFault.before(lab.run("MATCH .m:DatApplied")).drop());
    assertThatThrownBy(() -> lab.store().commitPrepared(gid)).isInstanceOf(StoreUnknown.class);
    assertThat(lab.store().commitPrepared(gid)).isEqualTo(Resolution.HEURISTIC_ROLLBACK);
  }

  @Test
  void s5_exhaustedPoolDoesNotKeepRecoveryOut() throws Exception {
    lab.with("pool.max", "1").with("pool.acquire_timeout_ms", "50");
    TwoPhaseBranch branch = lab.prepared(1);
    TwoPhaseBranch other = lab.begin();
    assertThatThrownBy(() -> lab.work("CREATE (:Item {id: 2})"))
        .isInstanceOf(DrevoException.class)
        .hasMessageContaining("No connection became free");
    assertThat(lab.store().listPrepared()).hasSize(1);
    assertThat(lab.store().commitPrepared(StoreFixture.gid(branch))).isEqualTo(Resolution.DONE);
    other.release();
    branch.release();
  }

  @Test
  void ageOfAPreparedBranchIsKnown() throws Exception {
    TwoPhaseBranch branch = lab.prepared(1);
    PreparedBranch listed = lab.store().listPrepared().get(0);
    assertThat(listed.ageMillis()).isBetween(0L, 60_000L);
    branch.rollbackPrepared();
    branch.release();
  }

  @Test
  void interruptIsKeptAndTheAnswerIsTrue() throws Exception {
    TwoPhaseBranch branch = lab.prepared(1);
    Thread.currentThread().interrupt();
    Resolution end = branch.commitPrepared();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(end).isEqualTo(Resolution.DONE);
    branch.release();
    assertThat(lab.items()).containsExactly(1L);
    assertThat(lab.ask("MATCH (m:DatApplied) RETURN count(m) AS n"))
        .containsExactly(Map.of("n", 1L));
  }
}
