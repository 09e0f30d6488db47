package org.datxa.jta.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Section C: prepare. */
@ParameterizedClass
@EnumSource(Subject.class)
class PrepareTest extends XaContract {
  private static final String AT_PREPARE =
      "Nothing here can conflict at prepare but the target itself.";

  PrepareTest(Subject subject) {
    super(subject);
  }

  @Test
  void a028_whatIsPreparedSurvivesTheProcessAndItsConnections() throws Exception {
    XaWork work = fixture.begin().prepare();
    fixture.killSessions();
    fixture.restart();
    assertThat(isListed(work.xid())).isTrue();
    fixture.fresh().commit(work.xid(), false);
    fixture.awaitVisible(work.id());
  }

  @Test
  void a029_preparingWhatIsAssociatedOrSuspended() throws Exception {
    XaWork work = fixture.begin();
    assertCode(XAException.XAER_PROTO, () -> work.resource().prepare(work.xid()));
    work.resource().end(work.xid(), XAResource.TMSUSPEND);
    assertCode(XAException.XAER_PROTO, () -> work.resource().prepare(work.xid()));
    work.resource().end(work.xid(), XAResource.TMSUCCESS);
    assertThat(work.resource().prepare(work.xid())).isEqualTo(XAResource.XA_OK);
    work.rollback();
  }

  @Test
  void a030_preparingAnUnknownXid() {
    assertCode(XAException.XAER_NOTA, () -> fixture.fresh().prepare(Xids.next()));
    assertCode(XAException.XAER_INVAL, () -> fixture.fresh().prepare(null));
  }

  @Test
  void a031_preparingTwice() throws Exception {
    XaWork work = fixture.begin().prepare();
    assertCode(XAException.XAER_PROTO, () -> work.resource().prepare(work.xid()));
    work.commit();
    fixture.awaitVisible(work.id());
  }

  @Test
  void a032_whatOnlyReadVotesReadOnlyAndIsGone() throws Exception {
    XaWork work = fixture.beginReading().end();
    assertThat(work.resource().prepare(work.xid())).isEqualTo(XAResource.XA_RDONLY);
    assertThat(isListed(work.xid())).isFalse();
    assertThat(fixture.preparedInStores()).isZero();
    assertThat(fixture.openTransactions()).isZero();
    assertCode(XAException.XAER_NOTA, work::commit);
    assertCode(XAException.XAER_NOTA, work::rollback);
  }

  @Test
  void a033_whatWroteNeverVotesReadOnly() throws Exception {
    for (StorePart part : fixture.parts) {
      XaWork work = fixture.beginReading();
      long id = XaFixture.nextId();
      work.inside(() -> part.write(fixture.datxa(), id));
      work.prepare().commit();
      org.awaitility.Awaitility.await().until(() -> part.has(id));
    }
  }

  @Test
  void a034_anEmptyBranchCompletes() throws Exception {
    XAResource resource = fixture.fresh();
    var xid = Xids.next();
    resource.start(xid, XAResource.TMNOFLAGS);
    resource.end(xid, XAResource.TMSUCCESS);
    assertThat(resource.prepare(xid)).isEqualTo(XAResource.XA_RDONLY);
    assertCode(XAException.XAER_NOTA, () -> resource.rollback(xid));
    resource.start(xid, XAResource.TMNOFLAGS);
    resource.end(xid, XAResource.TMSUCCESS);
    resource.commit(xid, true);
    assertThat(isListed(xid)).isFalse();
  }

  @Test
  void a035_aVetoMeansThatTheBranchIsGone() throws Exception {
    XaWork work = fixture.beginDoomed().end();
    assertRolledBack(() -> work.resource().prepare(work.xid()));
    fixture.parts.forEach(StorePart::heal);
    assertGone(work);
  }

  @Test
  void a036_theVetoSaysWhy() throws Exception {
    notApplicable(Subject.POST_DECISION, AT_PREPARE);
    XaWork constraint = fixture.beginDoomed().end();
    boolean graph = fixture.drevo().isPresent(); // it checks titles at once, and nothing else
    int code = graph ? XAException.XA_RBTRANSIENT : XAException.XA_RBINTEGRITY;
    assertCode(code, () -> constraint.resource().prepare(constraint.xid()));
    XaWork serialisation = graph ? fixture.beginDoomed().end() : notSerializable();
    assertCode(
        XAException.XA_RBTRANSIENT, () -> serialisation.resource().prepare(serialisation.xid()));
    assertGone(serialisation);
  }

  /** Two transactions that each read what the other writes. */
  private XaWork notSerializable() throws Exception {
    PostgresPart postgres = fixture.postgres().orElseThrow();
    long own = XaFixture.nextId();
    long others = XaFixture.nextId();
    fixture.manager().begin(Xids.next());
    postgres.run(fixture.datxa(), "SET TRANSACTION ISOLATION LEVEL SERIALIZABLE");
    postgres.run(fixture.datxa(), "SELECT count(*) FROM item WHERE id = " + others);
    postgres.run(fixture.datxa(), "INSERT INTO item VALUES (" + own + ", 'own " + own + "')");
    XaWork work = new XaWork(fixture, fixture.manager().leave(), own);
    postgres.lab.execute(
        postgres.store,
        "BEGIN ISOLATION LEVEL SERIALIZABLE; SELECT count(*) FROM item WHERE id = "
            + own
            + "; INSERT INTO item VALUES ("
            + others
            + ", 'other "
            + others
            + "'); COMMIT");
    return work.end();
  }

  @Test
  void a037_whenTheAnswerIsLost_rollbackIsRightEitherWay() throws Exception {
    for (boolean itself : List.of(true, false)) {
      XaWork work = fixture.beginOnNewConnections().end();
      fixture.loseVote(work, itself);
      assertCode(XAException.XAER_RMFAIL, () -> work.resource().prepare(work.xid()));
      fixture.mend();
      work.rollback();
      assertGone(work);
    }
  }

  @Test
  void a037_whenTheAnswerIsLostAndTheProcessToo_recoverTells() throws Exception {
    XaWork work = fixture.beginOnNewConnections().end();
    fixture.loseVote(work, false);
    assertCode(XAException.XAER_RMFAIL, () -> work.resource().prepare(work.xid()));
    fixture.mend();
    fixture.restart();
    boolean listed = isListed(work.xid());
    if (listed) {
      fixture.fresh().rollback(work.xid());
    } else {
      assertCode(XAException.XAER_NOTA, () -> fixture.fresh().rollback(work.xid()));
      fixture.datxa().recover();
    }
    assertThat(work.isVisible()).isFalse();
    assertThat(fixture.preparedInStores()).isZero();
  }

  @Test
  void a038_afterAFailedPrepareRollbackSucceedsOrSaysUnknown() throws Exception {
    XaWork work = fixture.beginDoomed().end();
    assertRolledBack(() -> work.resource().prepare(work.xid()));
    assertCode(XAException.XAER_NOTA, work::rollback);
    fixture.parts.forEach(StorePart::heal);
    XaWork cut = fixture.begin().end();
    fixture.loseAll();
    refused(() -> cut.resource().prepare(cut.xid()));
    fixture.mend();
    rollbackOrUnknown(cut);
    assertGone(cut);
  }

  private static void rollbackOrUnknown(XaWork work) {
    try {
      work.rollback();
    } catch (XAException e) {
      assertThat(e.errorCode).isEqualTo(XAException.XAER_NOTA);
    }
  }

  @Test
  void a039_aSecondPrepareAfterAVeto() throws Exception {
    XaWork work = fixture.beginDoomed().end();
    assertRolledBack(() -> work.resource().prepare(work.xid()));
    assertCode(XAException.XAER_NOTA, () -> work.resource().prepare(work.xid()));
  }

  @Test
  void a040_whenOneStoreVetoes_nothingIsPreparedInTheOthers() throws Exception {
    notApplicable(Subject.SPLIT_POSTGRESQL, "There is one store.");
    notApplicable(Subject.SPLIT_DREVO, "There is one store.");
    XaWork work = fixture.beginDoomed().end();
    assertRolledBack(() -> work.resource().prepare(work.xid()));
    fixture.parts.forEach(StorePart::heal);
    assertGone(work);
  }
}
