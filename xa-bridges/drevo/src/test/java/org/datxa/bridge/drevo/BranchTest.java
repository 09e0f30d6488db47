package org.datxa.bridge.drevo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.datxa.bridge.drevo.StoreFixture.Mode;
import org.datxa.lab.LabFault;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.Gid;
import org.datxa.spi.Marker;
import org.datxa.spi.PreparedBranch;
import org.datxa.spi.Resolution;
import org.datxa.spi.TwoPhaseBranch;
import org.datxa.spi.error.HandleRefused;
import org.datxa.spi.error.StoreRefused;
import org.datxa.spi.error.StoreUnknown;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("org.datxa.bridge.drevo.StoreFixture$Mode#all")
class BranchTest {
  private final StoreFixture lab;

  BranchTest(Mode mode) {
    lab = new StoreFixture().in(mode);
  }

  @AfterEach
  void close() {
    lab.close();
  }

  @Test
  void v4_preparedThenCommitted_workAndMarkerAreThere() throws Exception {
    TwoPhaseBranch branch = lab.wrote(1);
    assertThat(branch.inspect()).isEqualTo(TwoPhaseBranch.Work.WROTE);
    branch.prepare(StoreFixture.gid(branch), StoreFixture.stamp(branch));
    assertThat(lab.items()).isEmpty();
    assertThat(lab.store().listPrepared())
        .extracting(PreparedBranch::gid)
        .containsExactly(StoreFixture.gid(branch));
    assertThat(branch.commitPrepared()).isEqualTo(Resolution.DONE);
    branch.release();
    assertThat(lab.items()).containsExactly(1L);
    assertThat(lab.store().marker(branch.datTxn())).isEqualTo(Marker.APPLIED);
    assertThat(
            lab.ask("MATCH (m:DatApplied) RETURN m.title AS t, m.dat_tx_time AS n, m.store AS s"))
        .containsExactly(Map.of("t", "DatApplied:" + branch.datTxn(), "n", 77L, "s", "graph"));
  }

  @Test
  void v4_preparedThenRolledBack_nothingIsThere() throws Exception {
    TwoPhaseBranch branch = lab.prepared(1);
    assertThat(branch.rollbackPrepared()).isEqualTo(Resolution.DONE);
    branch.release();
    assertThat(lab.items()).isEmpty();
    assertThat(lab.preparedHere()).isZero();
    assertThat(lab.store().marker(branch.datTxn())).isEqualTo(Marker.ABSENT);
  }

  @Test
  void m4_committedInOnePhase_workAndMarkerAreThere() throws Exception {
    TwoPhaseBranch branch = lab.wrote(1);
    branch.inspect();
    branch.commit(StoreFixture.stamp(branch));
    branch.release();
    assertThat(lab.items()).containsExactly(1L);
    assertThat(lab.store().marker(branch.datTxn())).isEqualTo(Marker.APPLIED);
    assertThat(lab.preparedHere()).isZero();
  }

  @Test
  void v1_prepareThatConflictsIsRefusedAsTransientAndLeavesNothing() throws Exception {
    TwoPhaseBranch branch = lab.wrote(1);
    lab.ask("CREATE (:Other)");
    branch.inspect();
    StoreRefused refused =
        catchThrowableOfType(
            StoreRefused.class,
            () -> branch.prepare(StoreFixture.gid(branch), StoreFixture.stamp(branch)));
    assertThat(refused.kind()).isEqualTo(ErrorKind.TRANSIENT);
    branch.rollback();
    branch.release();
    nothingIsLeftOf(branch);
    oneMoreGoesThrough();
  }

  @Test
  void v1_commitThatConflictsIsRefusedAsTransientAndLeavesNothing() throws Exception {
    TwoPhaseBranch branch = lab.wrote(1);
    lab.ask("CREATE (:Other)");
    StoreRefused refused =
        catchThrowableOfType(StoreRefused.class, () -> branch.commit(StoreFixture.stamp(branch)));
    assertThat(refused.kind()).isEqualTo(ErrorKind.TRANSIENT);
    branch.release();
    nothingIsLeftOf(branch);
    oneMoreGoesThrough();
  }

  @Test
  void v1_prepareThatIsFencedIsRefusedAsTransient() throws Exception {
    TwoPhaseBranch first = lab.prepared(1);
    TwoPhaseBranch second = lab.another("graph").begin(start());
    lab.participation().enter(second);
    lab.work("CREATE (:Item {id: 2})");
    StoreRefused refused =
        catchThrowableOfType(
            StoreRefused.class,
            () -> second.prepare(StoreFixture.gid(second), StoreFixture.stamp(second)));
    assertThat(refused.kind()).isEqualTo(ErrorKind.TRANSIENT);
    second.release();
    assertThat(first.commitPrepared()).isEqualTo(Resolution.DONE);
    first.release();
    assertThat(lab.items()).containsExactly(1L);
  }

  private static org.datxa.spi.BranchStart start() {
    return new org.datxa.spi.BranchStart(
        UUID.randomUUID(), false, java.time.Duration.ofSeconds(30));
  }

  @Test
  void p3_failedTransactionIsRefusedByInspectWithTheFirstReason() throws Exception {
    TwoPhaseBranch branch = lab.wrote(1);
    assertThatThrownBy(() -> lab.work("MATCH (n RETURN n"))
        .isInstanceOf(DrevoException.class)
        .hasMessageContaining("SyntaxError");
    assertThat(lab.participation().isRollbackOnly()).isTrue();
    StoreRefused refused = catchThrowableOfType(StoreRefused.class, branch::inspect);
    assertThat(refused).hasMessageContaining("SyntaxError");
    assertThat(refused.kind()).isEqualTo(ErrorKind.PERMANENT);
    branch.release();
    assertThat(lab.items()).isEmpty();
    oneMoreGoesThrough();
  }

  @Test
  void v1_whatTheStoreKeepsUniqueIsRefusedAsConstraint() throws Exception {
    lab.ask("CREATE (:Other {title: 'taken'})");
    TwoPhaseBranch branch = lab.begin();
    DrevoException failure =
        catchThrowableOfType(
            DrevoException.class, () -> lab.work("CREATE (:Item {title: 'taken'})"));
    assertThat(failure.kind()).isEqualTo(ErrorKind.CONSTRAINT);
    assertThat(lab.store().classify(failure)).isEqualTo(ErrorKind.CONSTRAINT);
    assertThatThrownBy(branch::inspect)
        .isInstanceOfSatisfying(
            StoreRefused.class, it -> assertThat(it.kind()).isEqualTo(ErrorKind.CONSTRAINT));
    branch.release();
  }

  @Test
  void d2_readerDropsOutAndIsEndedByRollback() throws Exception {
    TwoPhaseBranch branch = lab.begin();
    assertThat(lab.work("MATCH (i:Item) RETURN count(i) AS n").single().value("n")).isEqualTo(0L);
    lab.ask("CREATE (:Item {id: 9})"); // the reading transaction would conflict at its COMMIT
    assertThat(lab.work("MATCH (i:Item) RETURN count(i) AS n").single().value("n")).isEqualTo(0L);
    assertThat(branch.inspect()).isEqualTo(TwoPhaseBranch.Work.READ_ONLY);
    branch.endReading();
    branch.release();
    assertThat(lab.store().marker(branch.datTxn())).isEqualTo(Marker.ABSENT);
    oneMoreGoesThrough();
  }

  @Test
  void d2_readsAreValidatedWhereThatIsWanted() throws Exception {
    lab.with("validate_reads", "true");
    TwoPhaseBranch branch = lab.begin();
    lab.work("MATCH (i:Item) RETURN i");
    lab.ask("CREATE (:Item {id: 9})");
    StoreRefused refused = catchThrowableOfType(StoreRefused.class, branch::endReading);
    assertThat(refused.kind()).isEqualTo(ErrorKind.TRANSIENT);
    branch.release();
    TwoPhaseBranch undisturbed = lab.begin();
    lab.work("MATCH (i:Item) RETURN i");
    undisturbed.endReading();
    undisturbed.release();
  }

  @Test
  void branchWithoutWorkSendsNothing() throws Exception {
    lab.store();
    lab.server().clearLog();
    TwoPhaseBranch branch = lab.begin();
    assertThat(branch.inspect()).isEqualTo(TwoPhaseBranch.Work.READ_ONLY);
    branch.endReading();
    branch.rollback();
    branch.release();
    branch.release();
    assertThat(lab.server().log()).noneMatch(it -> it.text().contains(lab.database()));
  }

  @Test
  void v2_readOnlyBranchRefusesWhatMayWrite() throws Exception {
    TwoPhaseBranch branch = lab.begin(true);
    assertThatThrownBy(() -> lab.work("CREATE (:Item {id: 1})"))
        .isInstanceOf(HandleRefused.class)
        .hasMessageContaining(branch.datTxn().toString());
    assertThat(lab.work("RETURN 1 AS one").single().value("one")).isEqualTo(1L);
    branch.endReading();
    branch.release();
    assertThat(lab.items()).isEmpty();
  }

  @Test
  void v4_gidOfAnotherBranchIsRefused() throws Exception {
    TwoPhaseBranch branch = lab.wrote(1);
    assertThatThrownBy(
            () -> branch.prepare(new Gid(UUID.randomUUID(), "graph"), StoreFixture.stamp(branch)))
        .isInstanceOf(IllegalArgumentException.class);
    branch.rollback();
    branch.release();
    assertThat(lab.items()).isEmpty();
  }

  @Test
  void d1_afterAPrepareNothingButACommitGoesOverItsConnection() throws Exception {
    lab.store();
    lab.server().clearLog();
    TwoPhaseBranch branch = lab.prepared(1);
    assertThat(lab.afterPrepare().subList(0, 2))
        .satisfiesExactly(
            pull -> assertThat(pull).startsWith("PULL"),
            commit -> assertThat(commit).startsWith("COMMIT"));
    branch.commitPrepared();
    branch.release();
  }

  @Test
  void d1_prepareThatFailedStrangelyCostsTheConnection() throws Exception {
    lab.store();
    TwoPhaseBranch branch = lab.wrote(1);
    lab.server().clearLog();
    lab.fault(
        LabFault.before(lab.run("tx.prepare")).error("Neo.ClientError.Statement.SemanticError"));
    assertThatThrownBy(() -> branch.prepare(StoreFixture.gid(branch), StoreFixture.stamp(branch)))
        .isInstanceOf(StoreRefused.class);
    branch.release();
    oneMoreGoesThrough();
    assertThat(lab.afterPrepare()).noneMatch(it -> it.startsWith("BEGIN") || it.startsWith("RUN"));
  }

  @Test
  void d1_whenTheCommitAfterAPrepareIsLost_theNextTransactionIsNot() throws Exception {
    for (LabFault fault :
        List.of(
            LabFault.before(lab.commit()).drop(),
            LabFault.after(lab.commit()).drop(),
            LabFault.before(lab.commit()).error("Neo.DatabaseError.General.UnknownError"))) {
      lab.fault(fault);
      TwoPhaseBranch branch = lab.prepared(1);
      assertThat(branch.commitPrepared()).isEqualTo(Resolution.DONE);
      branch.release();
      oneMoreGoesThrough();
    }
    assertThat(lab.items()).contains(1L);
  }

  @Test
  void d1_whenTheReplyToPrepareIsAnError_theNextTransactionIsNotLost() throws Exception {
    lab.store();
    lab.fault(
        LabFault.after(lab.run("tx.prepare")).error("Neo.DatabaseError.General.UnknownError"));
    TwoPhaseBranch branch = lab.wrote(1);
    assertThatThrownBy(() -> branch.prepare(StoreFixture.gid(branch), StoreFixture.stamp(branch)))
        .isInstanceOf(StoreUnknown.class);
    assertThat(branch.rollbackPrepared()).isEqualTo(Resolution.DONE);
    branch.release();
    oneMoreGoesThrough();
  }

  private void nothingIsLeftOf(TwoPhaseBranch branch) throws Exception {
    assertThat(lab.items()).isEmpty();
    assertThat(lab.preparedHere()).isZero();
    assertThat(lab.store().marker(branch.datTxn())).isEqualTo(Marker.ABSENT);
  }

  /** A lost write would show here, since a connection is used again when it can be. */
  private void oneMoreGoesThrough() throws Exception {
    TwoPhaseBranch next = lab.wrote(50);
    next.inspect();
    next.commit(StoreFixture.stamp(next));
    next.release();
    assertThat(lab.items()).contains(50L);
    assertThat(lab.store().marker(next.datTxn())).isEqualTo(Marker.APPLIED);
  }
}
