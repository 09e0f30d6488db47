package org.datxa.jta.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.datxa.bridge.drevo.DrevoException;
import org.datxa.spi.error.HandleRefused;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Section B: end. */
@ParameterizedClass
@EnumSource(Subject.class)
class EndTest extends XaContract {
  EndTest(Subject subject) {
    super(subject);
  }

  @Test
  void a017_endedIsIdle() throws Exception {
    XaWork work = fixture.begin().end();
    assertThat(isListed(work.xid())).isFalse();
    assertThat(work.resource().prepare(work.xid())).isEqualTo(XAResource.XA_OK);
    work.rollback();
  }

  @Test
  void a018_suspendedIsEndedStraightAway() throws Exception {
    XaWork work = fixture.begin();
    work.resource().end(work.xid(), XAResource.TMSUSPEND);
    work.resource().end(work.xid(), XAResource.TMSUCCESS);
    assertThat(work.resource().prepare(work.xid())).isEqualTo(XAResource.XA_OK);
    work.commit();
    fixture.awaitVisible(work.id());
  }

  @Test
  void a019_failedCanOnlyBeRolledBack() throws Exception {
    XaWork onePhase = failed();
    assertRolledBack(() -> onePhase.resource().commit(onePhase.xid(), true));
    assertGone(onePhase);
    XaWork twoPhase = failed();
    assertRolledBack(() -> twoPhase.resource().prepare(twoPhase.xid()));
    assertGone(twoPhase);
    XaWork rolledBack = failed();
    rolledBack.rollback();
    assertGone(rolledBack);
  }

  private XaWork failed() throws Exception {
    XaWork work = fixture.begin();
    work.resource().end(work.xid(), XAResource.TMFAIL);
    return work;
  }

  @Test
  void a020_endingWhatWasNotStarted() throws Exception {
    XAResource resource = fixture.fresh();
    assertCode(XAException.XAER_NOTA, () -> resource.end(Xids.next(), XAResource.TMSUCCESS));
    XaWork work = fixture.begin();
    assertCode(XAException.XAER_PROTO, () -> resource.end(work.xid(), XAResource.TMSUCCESS));
    work.prepare().rollback();
  }

  @Test
  void a021_endingAnotherXidKeepsTheAssociation() throws Exception {
    XaWork work = fixture.begin();
    XaWork other = fixture.begin();
    assertCode(
        XAException.XAER_PROTO, () -> work.resource().end(other.xid(), XAResource.TMSUCCESS));
    assertCode(XAException.XAER_NOTA, () -> work.resource().end(Xids.next(), XAResource.TMSUCCESS));
    work.prepare().commit();
    fixture.awaitVisible(work.id());
    prepareAfterAnother(other);
  }

  @Test
  void a022_endingTwice() throws Exception {
    XaWork work = fixture.begin().end();
    for (int flags : new int[] {XAResource.TMSUCCESS, XAResource.TMFAIL, XAResource.TMSUSPEND}) {
      assertCode(XAException.XAER_PROTO, () -> work.resource().end(work.xid(), flags));
    }
    assertThat(work.resource().prepare(work.xid())).isEqualTo(XAResource.XA_OK);
    work.commit();
    fixture.awaitVisible(work.id());
  }

  @Test
  void a023_illegalFlags() throws Exception {
    XaWork work = fixture.begin();
    for (int flags :
        new int[] {
          XAResource.TMSUCCESS | XAResource.TMFAIL,
          XAResource.TMNOFLAGS,
          XAResource.TMJOIN,
          XAResource.TMRESUME,
          -1
        }) {
      assertCode(XAException.XAER_INVAL, () -> work.resource().end(work.xid(), flags));
    }
    assertCode(XAException.XAER_INVAL, () -> work.resource().end(null, XAResource.TMSUCCESS));
    work.prepare().rollback();
  }

  @Test
  void a024_anotherThreadMayEnd() throws Exception {
    XaWork work = fixture.begin();
    CompletableFuture.runAsync(
            () -> {
              try {
                work.end();
              } catch (XAException e) {
                throw new IllegalStateException(e);
              }
            })
        .join();
    assertThat(work.resource().prepare(work.xid())).isEqualTo(XAResource.XA_OK);
    work.commit();
    fixture.awaitVisible(work.id());
  }

  @Test
  void a025_afterEndHasFailedRollbackLeavesNothing() throws Exception {
    XaWork work = fixture.begin();
    work.resource().end(work.xid(), XAResource.TMFAIL);
    work.rollback();
    assertGone(work);
  }

  @Test
  void a026_afterAFailedStatementHalfOfTheWorkIsNeverCommitted() throws Exception {
    notApplicable(Subject.POST_DECISION, "What is refused is not buffered; the rest is whole.");
    XaWork work = fixture.begin();
    StorePart part = fixture.parts.get(0);
    work.inside(
        () ->
            assertThatThrownBy(() -> part.write(fixture.datxa(), work.id()))
                .isInstanceOfAny(SQLException.class, DrevoException.class));
    work.end();
    assertRolledBack(() -> work.resource().prepare(work.xid()));
    assertGone(work);
  }

  @Test
  void a027_afterTheEndAHandleTakesNoMoreWork() throws Exception {
    XaWork work = fixture.begin();
    work.end();
    long more = XaFixture.nextId();
    work.inside(
        () ->
            assertThatThrownBy(() -> fixture.parts.get(0).write(fixture.datxa(), more))
                .isInstanceOfAny(SQLException.class, HandleRefused.class));
    assertThat(work.resource().prepare(work.xid())).isEqualTo(XAResource.XA_OK);
    work.commit();
    fixture.awaitVisible(work.id());
    assertThat(fixture.parts.get(0).has(more)).isFalse();
    Xid next = Xids.next();
    work.resource().start(next, XAResource.TMNOFLAGS);
    work.resource().end(next, XAResource.TMSUCCESS);
    work.resource().rollback(next);
  }
}
