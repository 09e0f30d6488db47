package org.datxa.jta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.transaction.Status;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.datxa.DatXA;
import org.datxa.jta.HandManager.HandTransaction;
import org.datxa.lab.Lab;
import org.datxa.lab.LabFault;
import org.datxa.lab.LabProxy;
import org.datxa.stores.TestDeployment;
import org.junit.jupiter.api.Test;

class XaRulesTest {
  private static final String WRITES = "UPDATE .?datxa.?\\..?dat_journal";

  private final HandManager manager = new HandManager();

  @Test
  void whenSomebodyElseRolledTheTransactionBack_theThreadWritesNothingOutsideIt() throws Exception {
    TestDeployment lab = two();
    try (DatXA datxa = lab.start(manager)) {
      manager.begin();
      TestDeployment.insert(datxa, "one", 1);
      HandTransaction transaction = (HandTransaction) manager.getTransaction();
      CompletableFuture.runAsync(() -> rolledBack(transaction)).join();
      assertThatThrownBy(() -> TestDeployment.insert(datxa, "one", 2))
          .isInstanceOf(SQLException.class);
      assertThat(lab.items("one")).isZero();
      manager.leave();
      TestDeployment.insert(datxa, "one", 3);
      assertThat(lab.items("one")).isEqualTo(1);
    }
  }

  private static void rolledBack(HandTransaction transaction) {
    try {
      transaction.resource.end(transaction.xid, XAResource.TMFAIL);
      transaction.resource.rollback(transaction.xid);
    } catch (XAException e) {
      throw new CompletionException(e);
    }
    transaction.status = Status.STATUS_ROLLEDBACK;
    transaction.synchronizations.forEach(it -> it.afterCompletion(Status.STATUS_ROLLEDBACK));
  }

  @Test
  void afterARollBackOfItsOwn_whatListensWorksAsOutside() throws Exception {
    TestDeployment lab = two();
    try (DatXA datxa = lab.start(manager)) {
      manager.begin();
      TestDeployment.insert(datxa, "one", 1);
      rolledBack((HandTransaction) manager.getTransaction());
      TestDeployment.insert(datxa, "one", 2);
      assertThat(lab.items("one")).isEqualTo(1);
    }
  }

  @Test
  void x1_aVoteIsListedAndCommittedByAFreshInstanceOfAnotherDeployment() throws Exception {
    TestDeployment lab = two();
    Xid xid;
    try (DatXA datxa = lab.start(manager)) {
      xid = voted(datxa).xid;
    }
    try (DatXA other = lab.start()) {
      XAResource fresh = other.recoveryResource();
      assertThat(fresh.recover(XAResource.TMSTARTRSCAN)).containsExactly(xid);
      assertThat(fresh.recover(XAResource.TMENDRSCAN)).isEmpty();
      fresh.commit(xid, false);
      assertItems(lab, 1);
      assertThat(fresh.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN)).isEmpty();
      assertCode(() -> fresh.commit(xid, false), XAException.XAER_NOTA);
    }
  }

  @Test
  void x1_aVoteIsNeverPresumedAborted() throws Exception {
    TestDeployment lab = two();
    try (DatXA datxa = lab.start(manager)) {
      HandTransaction transaction = voted(datxa);
      datxa.recover();
      assertThat(lab.states()).isEqualTo("PREPARED");
      transaction.resource.rollback(transaction.xid);
      assertItems(lab, 0);
      assertThat(lab.prepared("one") + lab.prepared("two")).isZero();
      assertCode(() -> transaction.resource.rollback(transaction.xid), XAException.XAER_NOTA);
    }
  }

  @Test
  void x1_whenTheJournalDoesNotAnswer_recoverThrows() throws Exception {
    TestDeployment lab = two();
    try (LabProxy proxy = Lab.shared().newPostgresProxy()) {
      lab.journalAt(proxy.through(lab.url("journal")));
      try (DatXA datxa = lab.start(manager)) {
        voted(datxa);
        proxy.refuse();
        proxy.dropAll();
        assertCode(
            () -> datxa.recoveryResource().recover(XAResource.TMSTARTRSCAN),
            XAException.XAER_RMFAIL);
        proxy.accept();
      }
    }
  }

  @Test
  void x1_whatRecoveryFinished_staysListedUntilItsManagerAsks() throws Exception {
    TestDeployment lab = two();
    try (LabProxy proxy = Lab.shared().newPostgresProxy()) {
      lab.journalAt(proxy.through(lab.url("journal")));
      HandTransaction transaction;
      try (DatXA datxa = lab.start(manager)) {
        transaction = voted(datxa);
        // The manager's commit is written, and everything after it is lost.
        proxy.fault(LabFault.after(WRITES).drop());
        proxy.fault(LabFault.before(WRITES).skip(1).drop().always());
        assertCode(
            () -> transaction.resource.commit(transaction.xid, false), XAException.XAER_RMFAIL);
        proxy.clearFaults();
      }
      try (DatXA other = lab.start()) {
        await().untilAsserted(() -> assertThat(other.recover().isClean()).isTrue());
        assertItems(lab, 1);
        XAResource fresh = other.recoveryResource();
        assertThat(fresh.recover(XAResource.TMSTARTRSCAN)).containsExactly(transaction.xid);
        assertCode(() -> fresh.rollback(transaction.xid), XAException.XAER_NOTA);
        assertItems(lab, 1);
        assertThat(fresh.recover(XAResource.TMSTARTRSCAN)).isEmpty();
      }
    }
  }

  @Test
  void x1_aListingThatNobodyAsksForEndsAfterAnHour() throws Exception {
    TestDeployment lab = two().set("journal.keep_ms", "62000");
    try (LabProxy proxy = Lab.shared().newPostgresProxy()) {
      lab.journalAt(proxy.through(lab.url("journal")));
      try (DatXA datxa = lab.start(manager)) {
        HandTransaction transaction = voted(datxa);
        proxy.fault(LabFault.after(WRITES).drop());
        proxy.fault(LabFault.before(WRITES).skip(1).drop().always());
        assertCode(
            () -> transaction.resource.commit(transaction.xid, false), XAException.XAER_RMFAIL);
        proxy.clearFaults();
      }
      try (DatXA other = lab.start()) {
        await().untilAsserted(() -> assertThat(other.recover().isClean()).isTrue());
        other.compact();
        assertThat(other.recoveryResource().recover(XAResource.TMSTARTRSCAN)).hasSize(1);
        lab.execute("journal", "UPDATE datxa.dat_journal SET updated_ms = updated_ms - 3700000");
        assertThat(other.recoveryResource().recover(XAResource.TMSTARTRSCAN)).isEmpty();
        other.compact();
        assertThat(
                lab.count(
                    "journal",
                    "SELECT count(*) FROM datxa.dat_journal WHERE progress LIKE '%\"listed\":0,%'"))
            .isEqualTo(1);
      }
    }
  }

  @Test
  void x1_aHeuristicOutcomeStaysListedUntilItIsForgotten() throws Exception {
    TestDeployment lab = two();
    try (DatXA datxa = lab.start(manager)) {
      HandTransaction transaction = voted(datxa);
      XAResource resource = transaction.resource;
      String gid =
          lab.text("one", "SELECT gid FROM pg_prepared_xacts WHERE database = current_database()");
      lab.execute("one", "ROLLBACK PREPARED '" + gid + "'");
      assertCode(() -> resource.commit(transaction.xid, false), XAException.XA_HEURMIX);
      assertThat(lab.items("two")).isEqualTo(1);
      assertThat(resource.recover(XAResource.TMSTARTRSCAN)).containsExactly(transaction.xid);
      assertCode(() -> resource.commit(transaction.xid, false), XAException.XA_HEURMIX);
      resource.forget(transaction.xid);
      assertThat(resource.recover(XAResource.TMSTARTRSCAN)).isEmpty();
      assertThat(lab.states()).isEqualTo("DONE");
      assertCode(() -> resource.forget(transaction.xid), XAException.XAER_NOTA);
    }
  }

  @Test
  void x2_aOnePhaseCommitWritesNoXid() throws Exception {
    TestDeployment lab = two();
    try (DatXA datxa = lab.start(manager)) {
      HandTransaction transaction = worked(datxa);
      transaction.end();
      transaction.resource.commit(transaction.xid, true);
      assertItems(lab, 1);
      assertThat(lab.count("journal", "SELECT count(xid) FROM datxa.dat_journal")).isZero();
    }
  }

  @Test
  void x3_whenTheVoteIsUnknown_theManagerIsToldToAskAgain() throws Exception {
    TestDeployment lab = two().set("settle_ms", "300");
    try (LabProxy proxy = Lab.shared().newPostgresProxy()) {
      lab.journalAt(proxy.through(lab.url("journal")));
      try (DatXA datxa = lab.start(manager)) {
        HandTransaction transaction = worked(datxa);
        proxy.fault(LabFault.after("PREPARED").drop().always());
        assertCode(transaction::prepare, XAException.XAER_RMFAIL);
        proxy.clearFaults();
        transaction.resource.rollback(transaction.xid);
        assertItems(lab, 0);
        assertThat(lab.prepared("one") + lab.prepared("two")).isZero();
        assertThat(lab.states()).isEqualTo("ABORTED");
      }
    }
  }

  @Test
  void x3_whenAStoreRefuses_nothingIsLeftAndTheManagerNeedNotAsk() throws Exception {
    TestDeployment lab = two();
    lab.execute("two", "ALTER TABLE item ADD UNIQUE (note) DEFERRABLE INITIALLY DEFERRED");
    lab.execute("two", "INSERT INTO item VALUES (77, 'x')");
    try (DatXA datxa = lab.start(manager)) {
      HandTransaction transaction = worked(datxa);
      assertCode(transaction::prepare, XAException.XA_RBINTEGRITY);
      assertCode(() -> transaction.resource.rollback(transaction.xid), XAException.XAER_NOTA);
      assertThat(lab.prepared("one") + lab.prepared("two")).isZero();
    }
  }

  @Test
  void x4_whenThereIsNoRecord_itIsUnknownAtTheFirstTry() throws Exception {
    TestDeployment lab = two();
    try (DatXA datxa = lab.start(manager)) {
      manager.begin();
      Xid xid = manager.leave().xid;
      assertCode(() -> datxa.recoveryResource().commit(xid, false), XAException.XAER_NOTA);
    }
  }

  @Test
  void x4_whenThereIsNoRecordAfterAnUnknownTry_theManagerAsksAgain() throws Exception {
    TestDeployment lab = two().set("settle_ms", "300");
    try (LabProxy proxy = Lab.shared().newPostgresProxy()) {
      lab.journalAt(proxy.through(lab.url("journal")));
      try (DatXA datxa = lab.start(manager)) {
        HandTransaction transaction = voted(datxa);
        try (DatXA other = lab.start()) {
          XAResource fresh = other.recoveryResource();
          proxy.fault(LabFault.after(WRITES).drop().always());
          assertCode(() -> fresh.commit(transaction.xid, false), XAException.XAER_RMFAIL);
          proxy.clearFaults();
          lab.execute("journal", "DELETE FROM datxa.dat_journal");
          assertCode(() -> fresh.commit(transaction.xid, false), XAException.XAER_RMFAIL);
        }
      }
    }
  }

  @Test
  void whenEveryStoreOnlyRead_theVoteIsReadOnlyAndTheBranchIsGone() throws Exception {
    TestDeployment lab = two();
    try (DatXA datxa = lab.start(manager)) {
      manager.begin();
      datxa.dataSource("one").getConnection().close();
      HandTransaction transaction = manager.leave();
      assertThat(transaction.prepare()).isEqualTo(XAResource.XA_RDONLY);
      assertCode(() -> transaction.resource.commit(transaction.xid, false), XAException.XAER_NOTA);
      assertThat(lab.states()).isEmpty();
    }
  }

  @Test
  void whenCalledOutOfOrder_theProtocolErrorHarmsNothing() throws Exception {
    TestDeployment lab = two();
    try (DatXA datxa = lab.start(manager)) {
      HandTransaction transaction = worked(datxa);
      XAResource resource = transaction.resource;
      Xid xid = transaction.xid;
      assertCode(() -> resource.prepare(xid), XAException.XAER_PROTO);
      assertCode(() -> resource.commit(xid, true), XAException.XAER_PROTO);
      assertCode(() -> resource.start(xid, XAResource.TMNOFLAGS), XAException.XAER_PROTO);
      assertCode(() -> resource.start(null, XAResource.TMNOFLAGS), XAException.XAER_INVAL);
      assertThat(transaction.prepare()).isEqualTo(XAResource.XA_OK);
      assertCode(() -> resource.prepare(xid), XAException.XAER_PROTO);
      assertCode(() -> resource.commit(xid, true), XAException.XAER_PROTO);
      assertCode(() -> resource.forget(xid), XAException.XAER_PROTO);
      resource.commit(xid, false);
      assertItems(lab, 1);
    }
  }

  private HandTransaction worked(DatXA datxa) throws SQLException {
    manager.begin();
    TestDeployment.insert(datxa, "one", 1);
    TestDeployment.insert(datxa, "two", 1);
    return manager.leave();
  }

  private HandTransaction voted(DatXA datxa) throws Exception {
    HandTransaction transaction = worked(datxa);
    assertThat(transaction.prepare()).isEqualTo(XAResource.XA_OK);
    return transaction;
  }

  private static TestDeployment two() {
    return new TestDeployment().postgres("one").postgres("two").journal();
  }

  private static void assertItems(TestDeployment lab, long count) {
    await()
        .atMost(Duration.ofSeconds(10))
        .untilAsserted(
            () -> {
              assertThat(lab.items("one")).isEqualTo(count);
              assertThat(lab.items("two")).isEqualTo(count);
            });
  }

  private static void assertCode(ThrowingCallable call, int code) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            XAException.class, e -> assertThat(e.errorCode).as(e.getMessage()).isEqualTo(code));
  }
}
