package org.datxa.jta.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import javax.transaction.xa.XAException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Section H: the process ends, and another comes after it. */
@ParameterizedClass
@EnumSource(Subject.class)
class ProcessEndTest extends XaContract {
  ProcessEndTest(Subject subject) {
    super(subject);
  }

  /** Where the process ends. */
  private enum Kill {
    STARTED,
    ENDED,
    BEFORE_PREPARE,
    AFTER_PREPARE,
    PREPARED,
    IN_COMMIT,
    COMMITTED
  }

  @Test
  void a101_whereverTheProcessEnds_oneOutcomeComes() throws Exception {
    for (Kill kill : Kill.values()) {
      for (boolean commit : List.of(true, false)) {
        XaWork work = killed(kill);
        boolean listed = isListed(work.xid());
        assertThat(listed || kill != Kill.PREPARED).as("%s", kill).isTrue();
        boolean decided = kill == Kill.COMMITTED || kill == Kill.IN_COMMIT;
        finish(work, listed, commit || decided);
        Awaitility.await()
            .untilAsserted(
                () -> {
                  fixture.datxa().recover();
                  assertThat(work.isVisible())
                      .as("%s", kill)
                      .isEqualTo(decided || (listed && commit));
                });
        assertThat(isListed(work.xid())).isFalse();
        assertThat(fixture.preparedInStores()).isZero();
      }
    }
  }

  private void finish(XaWork work, boolean listed, boolean commit) throws XAException {
    if (listed && commit) {
      try {
        fixture.fresh().commit(work.xid(), false);
      } catch (XAException e) {
        assertThat(e.errorCode).isEqualTo(XAException.XAER_NOTA);
      }
    } else if (listed) {
      fixture.fresh().rollback(work.xid());
    }
  }

  private XaWork killed(Kill kill) throws Exception {
    XaWork work = fixture.beginOnNewConnections();
    if (kill != Kill.STARTED) {
      work.end();
    }
    if (kill == Kill.BEFORE_PREPARE || kill == Kill.AFTER_PREPARE) {
      fixture.loseVote(work, kill == Kill.BEFORE_PREPARE);
      refused(() -> work.resource().prepare(work.xid()));
    }
    if (kill.compareTo(Kill.PREPARED) >= 0) {
      work.resource().prepare(work.xid());
    }
    if (kill == Kill.IN_COMMIT) {
      fixture.loseDecision(work);
      refused(work::commit);
    }
    if (kill == Kill.COMMITTED) {
      work.commit();
    }
    fixture.mend();
    fixture.killSessions();
    fixture.restart();
    return work;
  }

  @Test
  void a102_preparedBranchesSurviveTheCloseOfEverything() throws Exception {
    XaWork work = fixture.begin().prepare();
    fixture.restart(); // closes pools and clients
    assertThat(isListed(work.xid())).isTrue();
    fixture.fresh().rollback(work.xid());
  }
}
