package org.datxa.jta.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.Arrays;
import java.util.List;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;

/** What the classes of assertions share. Each method is one assertion of SPEC.md by its number. */
abstract class XaContract {
  static final int ALL = XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN;

  final Subject subject;
  final XaFixture fixture;

  XaContract(Subject subject) {
    this.subject = subject;
    this.fixture = subject.fixture();
  }

  @AfterEach
  void reset() {
    fixture.reset();
  }

  /** Ends the test for one subject. SPEC.md has the same line, which another test compares. */
  final void notApplicable(Subject to, String reason) {
    Assumptions.assumeFalse(subject == to, reason);
  }

  /**
   * Prepares and commits a branch that began before another one was committed, which a graph admits
   * no more.
   */
  final void prepareAfterAnother(XaWork work) throws Exception {
    if (subject == Subject.SPLIT_DREVO) {
      work.end();
      assertCode(XAException.XA_RBTRANSIENT, () -> work.resource().prepare(work.xid()));
      assertGone(work);
      return;
    }
    work.prepare().commit();
    fixture.awaitVisible(work.id());
  }

  static XAException refused(ThrowingCallable call) {
    Throwable thrown = catchThrowable(call);
    assertThat(thrown).isInstanceOf(XAException.class);
    XAException refused = (XAException) thrown;
    assertThat(refused.errorCode).as("the code of %s", refused).isNotZero();
    return refused;
  }

  static void assertCode(int code, ThrowingCallable call) {
    XAException refused = refused(call);
    assertThat(refused.errorCode).as("the code of %s", refused).isEqualTo(code);
  }

  static void assertRolledBack(ThrowingCallable call) {
    XAException refused = refused(call);
    assertThat(isRolledBack(refused.errorCode)).as("XA_RB*: %d", refused.errorCode).isTrue();
  }

  static boolean isRolledBack(int code) {
    return code >= XAException.XA_RBBASE && code <= XAException.XA_RBEND;
  }

  List<Xid> listed() throws XAException {
    return Arrays.asList(fixture.fresh().recover(ALL));
  }

  boolean isListed(Xid xid) throws XAException {
    return listed().stream().anyMatch(it -> Xids.same(it, xid));
  }

  /** Nothing is left of the branch, anywhere. */
  void assertGone(XaWork work) throws Exception {
    assertThat(work.isVisible()).isFalse();
    assertThat(isListed(work.xid())).isFalse();
    assertThat(fixture.preparedInStores()).isZero();
    assertCode(XAException.XAER_NOTA, work::rollback);
  }
}
