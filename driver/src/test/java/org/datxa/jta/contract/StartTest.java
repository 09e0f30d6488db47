package org.datxa.jta.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Section A: start. */
@ParameterizedClass
@EnumSource(Subject.class)
class StartTest extends XaContract {
  StartTest(Subject subject) {
    super(subject);
  }

  @Test
  void a001_workAfterStartBelongsToTheBranch() throws Exception {
    XaWork work = fixture.begin();
    assertThat(work.isVisible()).isFalse();
    work.prepare().commit();
    fixture.awaitVisible(work.id());
    XaWork other = fixture.begin();
    other.prepare().rollback();
    assertThat(other.isVisible()).isFalse();
  }

  @Test
  void a002_anXidThatIsKnownIsADuplicate() throws Exception {
    XaWork work = fixture.begin();
    assertDuplicate(work.xid());
    work.end();
    assertDuplicate(work.xid());
    assertThat(work.resource().prepare(work.xid())).isEqualTo(XAResource.XA_OK);
    assertDuplicate(work.xid());
    work.rollback();
  }

  private void assertDuplicate(Xid xid) {
    assertCode(XAException.XAER_DUPID, () -> fixture.fresh().start(xid, XAResource.TMNOFLAGS));
  }

  @Test
  void a002_anXidThatAnEarlierProcessPreparedIsNotPreparedTwice() throws Exception {
    XaWork first = fixture.begin().prepare();
    fixture.restart();
    XaWork second;
    try {
      second = fixture.begin(first.xid());
    } catch (IllegalStateException e) {
      assertThat(e.getCause()).isInstanceOf(XAException.class);
      fixture.fresh().rollback(first.xid());
      return;
    }
    second.end();
    assertRolledBack(() -> second.resource().prepare(second.xid()));
    fixture.fresh().commit(first.xid(), false);
    fixture.awaitVisible(first.id());
    assertThat(second.isVisible()).isFalse();
  }

  @Test
  void a003_afterCompletionTheXidIsUnknownAgain() throws Exception {
    XaWork work = fixture.begin();
    work.prepare().commit();
    XaWork again = fixture.begin(work.xid());
    again.end().rollback();
    fixture.begin(work.xid()).end().rollback();
  }

  @Test
  void a004_joiningAnUnknownXid() {
    assertCode(XAException.XAER_NOTA, () -> fixture.fresh().start(Xids.next(), XAResource.TMJOIN));
  }

  @Test
  void a005_joiningAnIdleBranchFromASecondResource() throws Exception {
    XaWork work = fixture.begin().end();
    XAResource second = fixture.fresh();
    assertThat(second.isSameRM(work.resource())).isTrue();
    second.start(work.xid(), XAResource.TMJOIN);
    second.end(work.xid(), XAResource.TMSUCCESS);
    assertThat(second.prepare(work.xid())).isEqualTo(XAResource.XA_OK);
    second.commit(work.xid(), false);
    fixture.awaitVisible(work.id());
  }

  @Test
  void a006_joiningAPreparedBranch() throws Exception {
    XaWork work = fixture.begin().prepare();
    assertCode(XAException.XAER_PROTO, () -> fixture.fresh().start(work.xid(), XAResource.TMJOIN));
    work.commit();
    fixture.awaitVisible(work.id());
  }

  @Test
  void a007_resumingWhatWasSuspended() throws Exception {
    XaWork work = fixture.begin();
    work.resource().end(work.xid(), XAResource.TMSUSPEND);
    work.resource().start(work.xid(), XAResource.TMRESUME);
    long more = XaFixture.nextId();
    work.inside(() -> fixture.parts.get(0).write(fixture.datxa(), more));
    work.prepare().commit();
    fixture.awaitVisible(work.id());
    assertThat(fixture.parts.get(0).has(more)).isTrue();
  }

  @Test
  void a008_resumingWhatWasNotSuspended() throws Exception {
    XaWork work = fixture.begin().end();
    assertCode(
        XAException.XAER_PROTO, () -> work.resource().start(work.xid(), XAResource.TMRESUME));
    assertCode(
        XAException.XAER_NOTA, () -> fixture.fresh().start(Xids.next(), XAResource.TMRESUME));
    work.rollback();
  }

  @Test
  void a009_startingWhatIsAssociatedKeepsTheFirstAssociation() throws Exception {
    XaWork work = fixture.begin();
    for (Xid xid : new Xid[] {work.xid(), Xids.next()}) {
      assertCode(XAException.XAER_PROTO, () -> work.resource().start(xid, XAResource.TMNOFLAGS));
    }
    work.prepare().commit();
    fixture.awaitVisible(work.id());
  }

  @Test
  void a010_illegalFlags() {
    Stream.of(
            XAResource.TMJOIN | XAResource.TMRESUME,
            XAResource.TMSUCCESS,
            XAResource.TMFAIL,
            XAResource.TMONEPHASE,
            1 << 3,
            -1)
        .forEach(
            flags ->
                assertCode(
                    XAException.XAER_INVAL, () -> fixture.fresh().start(Xids.next(), flags)));
  }

  @Test
  void a011_noXid() {
    assertCode(XAException.XAER_INVAL, () -> fixture.fresh().start(null, XAResource.TMNOFLAGS));
    Xid broken = Xids.of(1, null, null);
    assertCode(XAException.XAER_INVAL, () -> fixture.fresh().start(broken, XAResource.TMNOFLAGS));
    Xid tooLong = Xids.of(1, new byte[65], new byte[0]);
    assertCode(XAException.XAER_INVAL, () -> fixture.fresh().start(tooLong, XAResource.TMNOFLAGS));
  }

  @Test
  void a012_startingWhileALocalTransactionIsOpen() {
    notApplicable(Subject.COMPOSITE, "A resource belongs to no connection.");
    notApplicable(Subject.SPLIT_POSTGRESQL, "A resource belongs to no connection.");
    notApplicable(Subject.SPLIT_DREVO, "A resource belongs to no connection.");
    notApplicable(Subject.POST_DECISION, "A resource belongs to no connection.");
  }

  @Test
  void a013_afterAFailedStartNothingIsAssociated() throws Exception {
    XaWork known = fixture.begin();
    XAResource other = fixture.fresh();
    assertCode(XAException.XAER_DUPID, () -> other.start(known.xid(), XAResource.TMNOFLAGS));
    assertCode(XAException.XAER_PROTO, () -> other.end(known.xid(), XAResource.TMSUCCESS));
    Xid next = Xids.next();
    other.start(next, XAResource.TMNOFLAGS);
    other.end(next, XAResource.TMSUCCESS);
    other.rollback(next);
    known.prepare().commit();
    fixture.awaitVisible(known.id());
  }

  @Test
  void a014_startingOnAnUnreachableStore() {
    notApplicable(Subject.COMPOSITE, "start sends nothing; the first work fails.");
    notApplicable(Subject.SPLIT_POSTGRESQL, "start sends nothing; the first work fails.");
    notApplicable(Subject.SPLIT_DREVO, "start sends nothing; the first work fails.");
    notApplicable(Subject.POST_DECISION, "start sends nothing; the first work fails.");
  }

  @Test
  void a015_everyXidComesBackByteForByte() throws Exception {
    byte[] all = Xids.global(64);
    all[63] = (byte) 0xff;
    byte[] ones = new byte[64];
    java.util.Arrays.fill(ones, (byte) 0xff);
    for (Xid xid :
        new Xid[] {
          Xids.of(131077, all, ones),
          Xids.of(0, Xids.global(64), new byte[64]),
          Xids.of(-1, Xids.global(13), new byte[0]),
          Xids.of(Integer.MIN_VALUE, Xids.global(12), new byte[] {0}),
          Xids.of(Integer.MAX_VALUE, Xids.global(40), new byte[] {1, 0})
        }) {
      XaWork work = fixture.begin(xid).prepare();
      assertThat(isListed(xid)).as("%s", xid).isTrue();
      work.rollback();
      assertThat(isListed(xid)).isFalse();
    }
  }

  @Test
  void a016_xidsAreComparedByContentAndCopied() throws Exception {
    byte[] global = Xids.global(16);
    byte[] branch = {7};
    XaWork work = fixture.begin(Xids.of(5, global, branch));
    Xid equal = Xids.of(5, global.clone(), branch.clone());
    branch[0] = 8; // a manager that reuses its arrays
    XAResource resource = work.resource();
    resource.end(equal, XAResource.TMSUCCESS);
    assertThat(resource.prepare(equal)).isEqualTo(XAResource.XA_OK);
    assertThat(isListed(equal)).isTrue();
    resource.commit(equal, false);
    fixture.awaitVisible(work.id());
  }
}
