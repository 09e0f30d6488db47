package org.datxa.jta.contract;

import static org.assertj.core.api.Assertions.assertThat;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What transaction managers were seen to do, each with a test of its own. */
@ParameterizedClass
@EnumSource(Subject.class)
class HabitsTest extends XaContract {
  private static final int NARAYANA = 131077;
  private static final int LIBERTY = 1463898948;
  private static final int GLASSFISH = 4871251;
  private static final int ATOMIKOS = 1096044365;

  HabitsTest(Subject subject) {
    super(subject);
  }

  @Test
  void whenTheTimeoutIsSetTwiceBeforeStart_theLastOneHolds() throws Exception {
    XAResource resource = fixture.fresh();
    resource.setTransactionTimeout(300);
    resource.setTransactionTimeout(300);
    assertThat(resource.getTransactionTimeout()).isEqualTo(300);
    Xid xid = Xids.next();
    resource.start(xid, XAResource.TMNOFLAGS);
    resource.end(xid, XAResource.TMSUCCESS);
    resource.rollback(xid);
  }

  @Test
  void whenTheTimeoutIsNeverSet_theBranchCompletes() throws Exception {
    XaWork work = fixture.begin();
    work.prepare().commit();
    fixture.awaitVisible(work.id());
  }

  @Test
  void whenEachStepOfRecoveryHasAnInstanceOfItsOwn_itIsFinished() throws Exception {
    XaWork work = fixture.begin().prepare();
    fixture.restart();
    assertThat(fixture.fresh().recover(ALL)).hasSize(1);
    fixture.fresh().commit(work.xid(), false); // its recover was never called
    fixture.awaitVisible(work.id());
  }

  @Test
  void whenThreeResourcesAreRegistered_theFirstFinishesAndTheOthersSayUnknown() throws Exception {
    XaWork work = fixture.begin().prepare();
    fixture.restart();
    XAResource[] registered = {fixture.fresh(), fixture.fresh(), fixture.fresh()};
    for (XAResource each : registered) {
      assertThat(each.recover(XAResource.TMSTARTRSCAN)).hasSize(1);
      assertThat(each.recover(XAResource.TMENDRSCAN)).isEmpty();
    }
    registered[0].commit(work.xid(), false);
    assertCode(XAException.XAER_NOTA, () -> registered[1].commit(work.xid(), false));
    assertCode(XAException.XAER_NOTA, () -> registered[2].commit(work.xid(), false));
    fixture.awaitVisible(work.id());
  }

  @Test
  void whenAnAppliedXidIsRolledBackInEachCycle_nothingChanges() throws Exception {
    XaWork work = fixture.begin().prepare();
    work.commit();
    for (int cycle = 0; cycle < 3; cycle++) {
      assertCode(XAException.XAER_NOTA, () -> fixture.fresh().rollback(work.xid()));
    }
    fixture.awaitVisible(work.id());
  }

  @Test
  void theFormatsOfAllManagersAreTaken() throws Exception {
    for (int format : new int[] {NARAYANA, LIBERTY, GLASSFISH, ATOMIKOS}) {
      XaWork work = fixture.begin(Xids.of(format, Xids.global(36), new byte[36])).prepare();
      assertThat(isListed(work.xid())).isTrue();
      work.rollback();
    }
  }

  @Test
  void whenEndAndRollbackComeFromTheReaper_theApplicationsThreadWritesNothing() throws Exception {
    XaWork work = fixture.begin();
    Thread reaper =
        new Thread(
            () -> {
              try {
                work.resource().end(work.xid(), XAResource.TMFAIL);
                work.rollback();
              } catch (XAException e) {
                throw new IllegalStateException(e);
              }
            });
    reaper.start();
    reaper.join();
    long more = XaFixture.nextId();
    work.inside(
        () ->
            assertThat(
                    org.assertj.core.api.Assertions.catchThrowable(
                        () -> fixture.parts.get(0).write(fixture.datxa(), more)))
                .isNotNull());
    assertThat(fixture.parts.get(0).has(more)).isFalse();
    assertGone(work);
  }
}
