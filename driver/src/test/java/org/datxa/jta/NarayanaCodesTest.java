package org.datxa.jta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.arjuna.ats.arjuna.common.Uid;
import com.arjuna.ats.arjuna.objectstore.StoreManager;
import com.arjuna.ats.arjuna.state.InputObjectState;
import com.arjuna.ats.jta.TransactionManager;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.RollbackException;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.datxa.DatXA;
import org.datxa.bridge.XidGid;
import org.datxa.lab.Lab;
import org.datxa.lab.LabFault;
import org.datxa.lab.LabProxy;
import org.datxa.stores.TestDeployment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What an application under Narayana gets for each failure of a store in each phase, and what
 * Narayana's log holds afterwards.
 */
@ParameterizedClass
@ValueSource(strings = {"composite", "split"})
class NarayanaCodesTest {
  private static final String RECORDS =
      "/StateManager/BasicAction/TwoPhaseCoordinator/AtomicAction";
  private static final String FIRST_RECORD = "dat_journal.? \\(dat_txn";

  private final jakarta.transaction.TransactionManager manager =
      TransactionManager.transactionManager();
  private final String shape;
  private final LabProxy proxy = Lab.shared().newPostgresProxy();
  private final TestDeployment lab = new TestDeployment().postgres("one");
  private DatXA datxa;
  private long recordsBefore;

  NarayanaCodesTest(String shape) {
    this.shape = shape;
  }

  @BeforeEach
  void start() throws Exception {
    lab.execute("one", "ALTER TABLE item ADD UNIQUE (note) DEFERRABLE INITIALLY DEFERRED");
    lab.set("shape", shape).set("settle_ms", "300");
    lab.set("stores.one.lock_timeout_ms", "500");
    lab.set("stores.one.pool.acquire_timeout_ms", "1000");
    lab.postgresAt("one", proxy.through(lab.url("one")));
    if (isComposite()) {
      lab.postgres("two").journal();
      lab.journalAt(proxy.through(lab.url("journal")));
    }
    datxa = lab.start(manager);
    recordsBefore = records();
  }

  @AfterEach
  void stop() throws Exception {
    if (manager.getTransaction() != null) {
      manager.rollback();
    }
    datxa.close();
    proxy.close();
  }

  private boolean isComposite() {
    return shape.equals("composite");
  }

  private static long records() throws Exception {
    InputObjectState found = new InputObjectState();
    if (!StoreManager.getRecoveryStore().allObjUids(RECORDS, found)) {
      return 0;
    }
    long count = 0;
    while (true) {
      Uid uid = com.arjuna.ats.internal.arjuna.common.UidHelper.unpackFrom(found);
      if (uid.equals(Uid.nullUid())) {
        return count;
      }
      count++;
    }
  }

  private void begin() throws Exception {
    manager.begin();
    TestDeployment.insert(datxa, "one", 1);
    if (isComposite()) {
      TestDeployment.insert(datxa, "two", 1);
    }
  }

  private OtherResource another(int veto, Runnable atPrepare) throws Exception {
    OtherResource other = new OtherResource(veto, atPrepare);
    assertThat(manager.getTransaction().enlistResource(other)).isTrue();
    return other;
  }

  private void assertCommitted(Class<? extends Exception> thrown, int left) throws Exception {
    Throwable failure = catchThrowable(manager::commit);
    if (thrown == null) {
      assertThat(failure).isNull();
    } else {
      assertThat(failure).isInstanceOf(thrown);
    }
    assertThat(records() - recordsBefore).as("records left in Narayana's log").isEqualTo(left);
  }

  private void cut() {
    proxy.fault(LabFault.before(".").drop().always());
    proxy.dropAll();
  }

  private void end(String how) {
    String gid =
        lab.text(
            "one", "SELECT min(gid) FROM pg_prepared_xacts WHERE database = current_database()");
    lab.execute("one", how + " PREPARED '" + gid + "'");
  }

  private void finishListed(boolean commit) throws XAException {
    XAResource fresh = datxa.recoveryResource();
    for (Xid xid : fresh.recover(XAResource.TMSTARTRSCAN)) {
      if (commit) {
        fresh.commit(xid, false);
      } else {
        fresh.rollback(xid);
      }
    }
  }

  private void assertItems(long count) {
    assertThat(lab.items("one")).isEqualTo(count);
    assertThat(lab.prepared("one")).isZero();
    if (isComposite()) {
      assertThat(lab.items("two")).isEqualTo(count);
      assertThat(lab.prepared("two")).isZero();
    }
  }

  @Test
  void secondPhase_storeAway_commitReturnsAndTheRecordStays() throws Exception {
    begin();
    OtherResource other = another(0, this::cut);
    assertCommitted(null, 1);
    assertThat(other.asked).contains("commit");
    proxy.clearFaults();
    finishListed(true);
    assertItems(1);
  }

  @Test
  void secondPhase_rolledBackByAnOperator_isMixed() throws Exception {
    begin();
    another(0, () -> end("ROLLBACK"));
    assertCommitted(HeuristicMixedException.class, 1);
    assertThat(lab.items("one")).isZero();
  }

  @Test
  void onePhase_constraintFails_isRolledBackAndNothingIsLeft() throws Exception {
    lab.execute("one", "INSERT INTO item VALUES (77, 'x')");
    begin();
    assertCommitted(RollbackException.class, 0);
    assertThat(lab.items("one")).isEqualTo(1);
  }

  @Test
  void onePhase_answerLost_isMixedAndTheRecordStays() throws Exception {
    begin();
    proxy.fault(LabFault.after(isComposite() ? FIRST_RECORD : "dat_applied").drop().always());
    assertCommitted(HeuristicMixedException.class, 1);
    proxy.clearFaults();
  }

  @Test
  void onePhase_sessionKilledBefore_isRolledBack() throws Exception {
    begin();
    proxy.dropAll();
    assertCommitted(RollbackException.class, 0);
    assertItems(0);
  }

  @Test
  void onePhase_statementFailed_isRolledBack() throws Exception {
    begin();
    assertThat(catchThrowable(() -> TestDeployment.insert(datxa, "one", 1))).isNotNull();
    assertCommitted(RollbackException.class, 0);
    assertItems(0);
  }

  @Test
  void prepare_constraintFails_isRolledBackEverywhere() throws Exception {
    lab.execute("one", "INSERT INTO item VALUES (77, 'x')");
    begin();
    OtherResource other = another(0, () -> {});
    assertCommitted(RollbackException.class, 0);
    assertThat(other.asked).contains("rollback").doesNotContain("commit");
    assertThat(lab.items("one")).isEqualTo(1);
    assertThat(lab.prepared("one")).isZero();
  }

  @Test
  void prepare_answerLost_isRolledBackAndNothingStaysPrepared() throws Exception {
    begin();
    OtherResource other = another(0, () -> {});
    String match = isComposite() ? FIRST_RECORD : "PREPARE TRANSACTION '" + XidGid.prefix("one");
    LabFault fault = LabFault.after(match).drop();
    proxy.fault(isComposite() ? fault.always() : fault);
    assertCommitted(RollbackException.class, 0);
    proxy.clearFaults();
    assertThat(other.asked).doesNotContain("commit");
    finishListed(false);
    datxa.recover();
    assertItems(0);
  }

  @Test
  void rollback_storeAway_isRolledBackAndTheBranchIsListedAsAnOrphan() throws Exception {
    begin();
    another(XAException.XA_RBROLLBACK, this::cut);
    assertCommitted(RollbackException.class, 0);
    proxy.clearFaults();
    assertThat(datxa.recoveryResource().recover(XAResource.TMSTARTRSCAN)).hasSize(1);
    finishListed(false);
    assertItems(0);
  }

  @Test
  void rollback_committedByAnOperator_isMixedWhereAJournalKnows() throws Exception {
    begin();
    another(XAException.XA_RBROLLBACK, () -> end("COMMIT"));
    assertCommitted(
        isComposite() ? HeuristicMixedException.class : RollbackException.class,
        isComposite() ? 1 : 0);
    assertThat(lab.items("one")).isEqualTo(1);
  }

  @Test
  void everyPhaseSucceeds_nothingIsLeft() throws Exception {
    begin();
    another(0, () -> {});
    assertCommitted(null, 0);
    assertItems(1);
  }
}
