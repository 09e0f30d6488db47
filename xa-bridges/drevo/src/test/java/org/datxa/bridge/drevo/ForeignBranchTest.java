package org.datxa.bridge.drevo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.datxa.bridge.drevo.StoreFixture.Mode;
import org.datxa.lab.LabFault;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.ForeignBranch;
import org.datxa.spi.ForeignGid;
import org.datxa.spi.ForeignStore;
import org.datxa.spi.Resolution;
import org.datxa.spi.error.StoreException;
import org.datxa.spi.error.StoreRefused;
import org.datxa.spi.error.StoreUnknown;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Branches that an outside manager decides without a journal. */
@ParameterizedClass
@MethodSource("org.datxa.bridge.drevo.StoreFixture$Mode#all")
class ForeignBranchTest {
  private static final String PREFIX = "xa:test:";

  private static int counter;

  private final StoreFixture lab;
  private final ForeignGid gid = next();

  ForeignBranchTest(Mode mode) {
    lab = new StoreFixture().in(mode);
  }

  @AfterEach
  void close() {
    lab.close();
  }

  private static ForeignGid next() {
    return new ForeignGid(PREFIX + System.nanoTime() + "-" + counter++);
  }

  private ForeignStore store() {
    return (ForeignStore) lab.store();
  }

  private ForeignBranch worked(int id) throws StoreException {
    ForeignBranch branch = (ForeignBranch) lab.wrote(id);
    branch.inspect();
    return branch;
  }

  private ForeignBranch prepared(int id) throws StoreException {
    ForeignBranch branch = worked(id);
    branch.prepareForeign(gid);
    return branch;
  }

  private List<?> nodesOfOurs() {
    return lab.ask("MATCH (m:DatApplied) RETURN m.title AS title");
  }

  @Test
  void x5_preparedIsListedAndCommittedFromAnywhereWithoutAMarker() throws Exception {
    prepared(1).release();
    assertThat(lab.items()).isEmpty();
    assertThat(store().listForeign(PREFIX)).containsExactly(gid);
    assertThat(store().listForeign("xa:other:")).isEmpty();
    assertThat(store().listPrepared()).isEmpty();
    assertThat(((ForeignStore) lab.another("graph2")).commitForeign(gid)).contains(Resolution.DONE);
    assertThat(lab.items()).containsExactly(1L);
    assertThat(nodesOfOurs()).isEmpty();
    assertThat(store().commitForeign(gid)).isEmpty();
    assertThat(store().rollbackForeign(gid)).isEmpty();
    assertThat(store().listForeign(PREFIX)).isEmpty();
  }

  @Test
  void x5_rolledBack_nothingIsLeft() throws Exception {
    prepared(1).release();
    assertThat(store().rollbackForeign(gid)).contains(Resolution.DONE);
    assertThat(lab.items()).isEmpty();
    assertThat(lab.preparedHere()).isZero();
  }

  @Test
  void x5_afterItsPrepareOnlyCommitIsSentOnTheConnection() throws Exception {
    lab.server().clearLog();
    prepared(1).release();
    assertThat(lab.afterPrepare().get(0)).startsWith("PULL");
    assertThat(lab.afterPrepare().get(1)).startsWith("COMMIT");
    store().rollbackForeign(gid);
  }

  @Test
  void x5_anIdentityThatIsTakenIsRefusedAndTheFirstStays() throws Exception {
    ForeignBranch second = worked(2);
    lab.prepareAs(gid.text());
    assertThatThrownBy(() -> second.prepareForeign(gid))
        .isInstanceOf(StoreRefused.class)
        .hasMessageContaining(gid.text());
    second.release();
    assertThat(store().commitForeign(gid)).contains(Resolution.DONE);
    assertThat(lab.items()).isEmpty();
    assertThat(lab.ask("MATCH (f:Foreign) RETURN f.title AS title")).hasSize(1);
  }

  @Test
  void x5_branchesOfAnotherDatabaseAreNeitherListedNorTouched() throws Exception {
    try (StoreFixture other = new StoreFixture()) {
      prepared(1).release();
      ForeignStore there = (ForeignStore) other.store();
      assertThat(there.listForeign(PREFIX)).isEmpty();
      assertThat(there.rollbackForeign(gid)).isEmpty();
      assertThat(store().rollbackForeign(gid)).contains(Resolution.DONE);
    }
  }

  @Test
  void x5_whatAnOperatorRolledBackIsAHeuristicRollBackToACommitAsOftenAsItIsAsked()
      throws Exception {
    prepared(1).release();
    lab.ask("CALL drevo.tx.heuristicRollback('" + gid + "')");
    assertThat(store().listForeign(PREFIX)).isEmpty();
    assertThat(store().commitForeign(gid)).contains(Resolution.HEURISTIC_ROLLBACK);
    assertThat(store().commitForeign(gid)).contains(Resolution.HEURISTIC_ROLLBACK);
    assertThat(store().rollbackForeign(gid)).contains(Resolution.DONE);
    assertThat(lab.items()).isEmpty();
  }

  @Test
  void x5_whenReplyToPrepareIsLost_itIsRolledBack() throws Exception {
    ForeignBranch branch = worked(1);
    lab.fault(LabFault.after(lab.run("tx.prepare")).drop());
    assertThatThrownBy(() -> branch.prepareForeign(gid))
        .isInstanceOf(StoreUnknown.class)
        .hasMessageContaining(gid.text());
    assertThat(store().listForeign(PREFIX)).containsExactly(gid);
    branch.rollbackDoubtful();
    assertThat(lab.preparedHere()).isZero();
    branch.rollbackDoubtful();
    branch.release();
    assertThat(lab.items()).isEmpty();
  }

  /** The one that is late is another client with the same snapshot. */
  @Test
  void x5_aPrepareThatIsStillOnItsWayCanPrepareNothingAfterTheRollBack() throws Exception {
    ForeignBranch branch = worked(1);
    ForeignBranch late = worked(2);
    lab.fault(LabFault.before(lab.run("tx.prepare")).drop());
    assertThatThrownBy(() -> branch.prepareForeign(gid)).isInstanceOf(StoreUnknown.class);
    branch.rollbackDoubtful();
    branch.rollbackDoubtful();
    assertThatThrownBy(() -> late.prepareForeign(gid)).isInstanceOf(StoreRefused.class);
    branch.release();
    late.release();
    assertThat(lab.preparedHere()).isZero();
    assertThat(lab.items()).isEmpty();
  }

  @Test
  void x5_whileTheGraphCannotBeChanged_itIsNotCalledRolledBack() throws Exception {
    ForeignBranch branch = worked(1);
    lab.fault(LabFault.before(lab.run("tx.prepare")).drop());
    assertThatThrownBy(() -> branch.prepareForeign(gid)).isInstanceOf(StoreUnknown.class);
    lab.prepareAs("of-somebody-else");
    assertThatThrownBy(branch::rollbackDoubtful).isInstanceOf(StoreException.class);
    lab.ask("CALL drevo.tx.rollbackPrepared('of-somebody-else')");
    branch.rollbackDoubtful();
    branch.release();
    assertThat(lab.preparedHere()).isZero();
  }

  @Test
  void x5_whatWasNeverSentIsRolledBackWithItsSession() throws Exception {
    ForeignBranch branch = worked(1);
    branch.rollbackDoubtful();
    branch.release();
    assertThat(lab.items()).isEmpty();
    assertThat(nodesOfOurs()).isEmpty();
  }

  @Test
  void x5_whenReplyToCommitIsLost_theNextOneFindsNothing() throws Exception {
    prepared(1).release();
    lab.fault(LabFault.after(lab.run("tx.commitPrepared")).drop());
    assertThatThrownBy(() -> store().commitForeign(gid)).isInstanceOf(StoreUnknown.class);
    assertThat(store().commitForeign(gid)).isEmpty();
    assertThat(lab.items()).containsExactly(1L);
  }

  @Test
  void x5_whenTheLogCannotBeWritten_itStaysPrepared() throws Exception {
    prepared(1).release();
    lab.fault(
        LabFault.before("LOG db=" + lab.database() + " commitPrepared")
            .error("Neo.DatabaseError.Statement.ExecutionFailed"));
    assertThatThrownBy(() -> store().commitForeign(gid)).isInstanceOf(StoreUnknown.class);
    assertThat(store().listForeign(PREFIX)).containsExactly(gid);
    assertThat(store().commitForeign(gid)).contains(Resolution.DONE);
  }

  @Test
  void x5_aGraphThatChangedSinceIsRefusedAsTransientAndNothingIsLeft() throws Exception {
    ForeignBranch branch = worked(1);
    lab.ask("CREATE (:Stranger)");
    assertThatThrownBy(() -> branch.prepareForeign(gid))
        .isInstanceOfSatisfying(
            StoreRefused.class, e -> assertThat(e.kind()).isEqualTo(ErrorKind.TRANSIENT));
    branch.release();
    assertThat(lab.preparedHere()).isZero();
  }

  @Test
  void d4_theNextWriterComesInWhenTheManagerHasDecidedAndThenSucceeds() throws Exception {
    lab.with("gate_wait_ms", "30000");
    prepared(1).release();
    ForeignGid second = next();
    Thread decides = new Thread(() -> decide(gid));
    decides.start();
    ForeignBranch next = worked(2); // behind a gate its snapshot is newer than the decision
    decides.join();
    if (lab.isGated()) {
      next.prepareForeign(second);
      assertThat(store().commitForeign(second)).contains(Resolution.DONE);
      assertThat(lab.items()).containsExactly(1L, 2L);
    }
    next.release();
  }

  private void decide(ForeignGid which) {
    try {
      store().commitForeign(which);
    } catch (StoreException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void d4_whatWasDecidedElsewhereKeepsNobodyOutForLong() throws Exception {
    lab.with("gate_wait_ms", "100");
    prepared(1).release();
    ((ForeignStore) lab.another("graph")).commitForeign(gid);
    ForeignGid second = next();
    ForeignBranch next = worked(2);
    next.prepareForeign(second);
    next.release();
    assertThat(store().commitForeign(second)).contains(Resolution.DONE);
    assertThat(lab.items()).containsExactly(1L, 2L);
  }
}
