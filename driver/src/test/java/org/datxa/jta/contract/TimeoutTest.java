package org.datxa.jta.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.awaitility.Awaitility;
import org.datxa.bridge.drevo.DrevoException;
import org.datxa.spi.error.HandleRefused;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Section H: timeouts. */
@ParameterizedClass
@EnumSource(Subject.class)
class TimeoutTest extends XaContract {
  private static final int DEFAULT_SECONDS = 77;

  TimeoutTest(Subject subject) {
    super(subject);
  }

  @Test
  void a088_theTimeoutIsWhatWasSetLast() throws Exception {
    XAResource resource = fixture.fresh();
    assertThat(resource.getTransactionTimeout()).isEqualTo(DEFAULT_SECONDS);
    assertThat(resource.setTransactionTimeout(9)).isTrue();
    assertThat(resource.getTransactionTimeout()).isEqualTo(9);
    assertThat(resource.setTransactionTimeout(0)).isTrue();
    assertThat(resource.getTransactionTimeout()).isEqualTo(DEFAULT_SECONDS);
  }

  @Test
  void a089_aNegativeTimeout() throws Exception {
    XAResource resource = fixture.fresh();
    assertCode(XAException.XAER_INVAL, () -> resource.setTransactionTimeout(-1));
    assertThat(resource.setTransactionTimeout(Integer.MAX_VALUE)).isTrue();
  }

  @Test
  void a090_pastItsTimeABranchIsRolledBackUnlessItIsPrepared() throws Exception {
    XaWork prepared = preparedInOneSecond();
    fixture.manager().timeoutOfTheNext(1);
    XaWork late = fixture.begin();
    Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> refusesWork(late));
    late.end();
    assertCode(XAException.XA_RBTIMEOUT, () -> late.resource().prepare(late.xid()));
    assertThat(fixture.openTransactions()).isZero();
    prepared.commit();
    fixture.awaitVisible(prepared.id());
    assertGone(late);
  }

  /** A branch that was prepared within its time; on a slow machine it may need another try. */
  private XaWork preparedInOneSecond() throws Exception {
    for (int attempt = 0; attempt < 20; attempt++) {
      fixture.manager().timeoutOfTheNext(1);
      try {
        return fixture.begin().prepare();
      } catch (XAException e) {
        assertThat(e.errorCode).isEqualTo(XAException.XA_RBTIMEOUT);
      }
    }
    throw new AssertionError("No branch was prepared within a second.");
  }

  private boolean refusesWork(XaWork work) throws Exception {
    try {
      work.inside(() -> fixture.parts.get(0).read(fixture.datxa()));
      return false;
    } catch (SQLException | HandleRefused | DrevoException e) {
      return true;
    }
  }

  @Test
  void a090_pastItsTimeAOnePhaseCommitIsRefused() throws Exception {
    fixture.manager().timeoutOfTheNext(1);
    XaWork late = fixture.begin();
    Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> refusesWork(late));
    late.end();
    assertCode(XAException.XA_RBTIMEOUT, () -> late.resource().commit(late.xid(), true));
    assertGone(late);
  }

  @Test
  void a091_theTimeoutOfOneBranchIsNotThatOfTheNext() throws Exception {
    XAResource resource = fixture.fresh();
    resource.setTransactionTimeout(1);
    Xid first = Xids.next();
    resource.start(first, XAResource.TMNOFLAGS);
    resource.end(first, XAResource.TMSUCCESS);
    resource.rollback(first);
    Xid second = Xids.next();
    resource.start(second, XAResource.TMNOFLAGS);
    assertThat(resource.getTransactionTimeout()).isEqualTo(DEFAULT_SECONDS);
    resource.end(second, XAResource.TMSUCCESS);
    resource.rollback(second);
    fixture.manager().timeoutOfTheNext(1);
    XaWork limited = fixture.begin();
    XaWork unlimited = fixture.begin();
    Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> refusesWork(limited));
    limited.rollback();
    unlimited.prepare().commit();
    fixture.awaitVisible(unlimited.id());
  }
}
