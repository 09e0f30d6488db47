package org.datxa.jta.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Section D: commit. */
@ParameterizedClass
@EnumSource(Subject.class)
class CommitTest extends XaContract {
  CommitTest(Subject subject) {
    super(subject);
  }

  @Test
  void a041_committedIsVisibleAndNotListed() throws Exception {
    XaWork work = fixture.begin().prepare();
    assertThat(isListed(work.xid())).isTrue();
    work.commit();
    fixture.awaitVisible(work.id());
    assertThat(isListed(work.xid())).isFalse();
    assertThat(fixture.preparedInStores()).isZero();
  }

  @Test
  void a042_inOnePhaseThereIsNoPreparedState() throws Exception {
    XaWork work = fixture.begin().end();
    work.resource().commit(work.xid(), true);
    fixture.awaitVisible(work.id());
    assertThat(isListed(work.xid())).isFalse();
    assertThat(fixture.preparedInStores()).isZero();
  }

  @Test
  void a043_committingWhatIsPreparedInOnePhase() throws Exception {
    XaWork work = fixture.begin().prepare();
    assertCode(XAException.XAER_PROTO, () -> work.resource().commit(work.xid(), true));
    assertThat(isListed(work.xid())).isTrue();
    work.commit();
    fixture.awaitVisible(work.id());
  }

  @Test
  void a044_committingWhatIsNotPreparedInTwoPhases() throws Exception {
    XaWork work = fixture.begin();
    assertCode(XAException.XAER_PROTO, work::commit);
    work.end();
    assertCode(XAException.XAER_PROTO, work::commit);
    assertThat(work.isVisible()).isFalse();
    work.rollback();
    assertGone(work);
  }

  @Test
  void a045_committingWhatIsAssociatedInOnePhase() throws Exception {
    XaWork work = fixture.begin();
    assertCode(XAException.XAER_PROTO, () -> work.resource().commit(work.xid(), true));
    work.prepare().commit();
    fixture.awaitVisible(work.id());
  }

  @Test
  void a046_committingAnUnknownXid() {
    assertCode(XAException.XAER_NOTA, () -> fixture.fresh().commit(Xids.next(), false));
    assertCode(XAException.XAER_NOTA, () -> fixture.fresh().commit(Xids.next(), true));
  }

  @Test
  void a047_committingTwice() throws Exception {
    XaWork work = fixture.begin().prepare();
    work.commit();
    assertCode(XAException.XAER_NOTA, work::commit);
    XaWork onePhase = fixture.begin().end();
    onePhase.resource().commit(onePhase.xid(), true);
    assertCode(XAException.XAER_NOTA, () -> onePhase.resource().commit(onePhase.xid(), true));
    fixture.awaitVisible(work.id());
    fixture.awaitVisible(onePhase.id());
  }

  @Test
  void a048_anotherResourceOrProcessMayCommit() throws Exception {
    XaWork one = fixture.begin().prepare();
    fixture.fresh().commit(one.xid(), false);
    XaWork two = fixture.begin().prepare();
    fixture.restart();
    fixture.fresh().commit(two.xid(), false);
    fixture.awaitVisible(one.id());
    fixture.awaitVisible(two.id());
  }

  @Test
  void a049_committingWhileAssociatedWithAnotherBranch() throws Exception {
    XaWork one = fixture.begin().end();
    XaWork two = fixture.begin();
    assertThat(two.resource().prepare(one.xid())).isEqualTo(XAResource.XA_OK);
    two.resource().commit(one.xid(), false);
    fixture.awaitVisible(one.id());
    assertThat(two.isVisible()).isFalse();
    prepareAfterAnother(two);
  }

  @Test
  void a050_committingWhileALocalTransactionIsOpen() {
    notApplicable(Subject.COMPOSITE, "A resource belongs to no connection.");
    notApplicable(Subject.SPLIT_POSTGRESQL, "A resource belongs to no connection.");
    notApplicable(Subject.SPLIT_DREVO, "A resource belongs to no connection.");
    notApplicable(Subject.POST_DECISION, "A resource belongs to no connection.");
  }

  @Test
  void a051_whenTheStoreIsAway_itStaysPreparedAndTheNextTrySucceeds() throws Exception {
    XaWork work = fixture.begin().prepare();
    fixture.cut();
    assertCode(XAException.XAER_RMFAIL, work::commit);
    fixture.mend();
    assertThat(isListed(work.xid())).isTrue();
    work.commit();
    fixture.awaitVisible(work.id());
  }

  @Test
  void a052_inTheSecondPhaseNothingUncertainIsCalledRolledBack() throws Exception {
    XaWork work = fixture.begin().prepare();
    fixture.cut();
    int code = refused(work::commit).errorCode;
    assertThat(code).isNotEqualTo(XAException.XAER_RMERR);
    assertThat(isRolledBack(code)).isFalse();
    fixture.mend();
    work.rollback();
    assertGone(work);
  }

  @Test
  void a053_inOnePhaseNobodyIsToldToRetry() throws Exception {
    XaWork work = fixture.begin().end();
    fixture.cut();
    XAException refused = refused(() -> work.resource().commit(work.xid(), true));
    assertThat(refused.errorCode).isNotEqualTo(XAException.XA_RETRY);
    fixture.mend();
    fixture.datxa().recover();
  }

  @Test
  void a054_inOnePhaseCertainIsRolledBackAndUnknownIsNot() throws Exception {
    XaWork certain = fixture.beginDoomed().end();
    assertRolledBack(() -> certain.resource().commit(certain.xid(), true));
    fixture.parts.forEach(StorePart::heal);
    assertThat(certain.isVisible()).isFalse();
    XaWork unknown = fixture.beginOnNewConnections().end();
    fixture.loseOnePhase();
    assertCode(XAException.XAER_RMFAIL, () -> unknown.resource().commit(unknown.xid(), true));
    fixture.mend();
    fixture.datxa().recover();
    unknown.isVisible(); // in all stores or in none
  }

  @Test
  void a055_theSecondPhaseNeverSaysRolledBack() throws Exception {
    notApplicable(Subject.POST_DECISION, "No operator can end what only the journal prepared.");
    XaWork work = fixture.begin().prepare();
    fixture.preparing().orElseThrow().endPrepared("ROLLBACK");
    Throwable thrown = catchThrowable(work::commit);
    assertThat(thrown).isInstanceOf(XAException.class);
    assertThat(isRolledBack(((XAException) thrown).errorCode)).isFalse();
    forgetIfListed(work);
  }

  private void forgetIfListed(XaWork work) throws XAException {
    if (isListed(work.xid())) {
      fixture.fresh().forget(work.xid());
    }
  }

  @Test
  void a056_whatCanOnlyBeRolledBackIsGoneAfterAOnePhaseCommit() throws Exception {
    XaWork work = fixture.begin();
    work.resource().end(work.xid(), XAResource.TMFAIL);
    assertRolledBack(() -> work.resource().commit(work.xid(), true));
    assertGone(work);
  }

  @Test
  void a057_noXid() {
    assertCode(XAException.XAER_INVAL, () -> fixture.fresh().commit(null, false));
    assertCode(XAException.XAER_INVAL, () -> fixture.fresh().commit(null, true));
  }

  @Test
  void a058_whenTheManagerDidNotHearTheAnswer_theNextCommitFindsNothing() throws Exception {
    XaWork work = fixture.begin().prepare();
    work.commit();
    fixture.restart();
    assertThat(isListed(work.xid())).isFalse();
    assertCode(XAException.XAER_NOTA, () -> fixture.fresh().commit(work.xid(), false));
    fixture.awaitVisible(work.id());
  }

  @Test
  void a058_whenTheStoresAnswerWasLost_theNextCommitIsRight() throws Exception {
    XaWork work = fixture.begin().prepare();
    fixture.loseDecision(work);
    assertCode(XAException.XAER_RMFAIL, work::commit);
    fixture.mend();
    if (fixture.journaled) {
      work.commit(); // X1: who was told to ask again is told yes
    } else {
      assertCode(XAException.XAER_NOTA, work::commit);
    }
    fixture.awaitVisible(work.id());
    assertThat(isListed(work.xid())).isFalse();
  }
}
