package org.datxa.jta.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.awaitility.Awaitility;
import org.datxa.DatXA;
import org.datxa.lab.LabFault;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Section E: rollback. */
@ParameterizedClass
@EnumSource(Subject.class)
class RollbackTest extends XaContract {
  RollbackTest(Subject subject) {
    super(subject);
  }

  @Test
  void a059_idlePreparedAndFailedBranchesRollBack() throws Exception {
    XaWork idle = fixture.begin().end();
    idle.rollback();
    assertGone(idle);
    XaWork prepared = fixture.begin().prepare();
    prepared.rollback();
    assertGone(prepared);
    XaWork failed = fixture.begin();
    failed.resource().end(failed.xid(), XAResource.TMFAIL);
    failed.rollback();
    assertGone(failed);
  }

  @Test
  void a060_rollingBackWhatIsAssociatedEndsTheAssociationToo() throws Exception {
    XaWork work = fixture.begin();
    work.rollback();
    assertGone(work);
    assertCode(XAException.XAER_NOTA, () -> work.resource().end(work.xid(), XAResource.TMSUCCESS));
    Xid next = Xids.next();
    work.resource().start(next, XAResource.TMNOFLAGS);
    work.resource().end(next, XAResource.TMSUCCESS);
    work.resource().rollback(next);
  }

  @Test
  void a061_anUnknownXidTouchesNoOtherBranch() throws Exception {
    XaWork active = fixture.begin();
    XaWork prepared = fixture.begin().prepare();
    assertCode(XAException.XAER_NOTA, () -> active.resource().rollback(Xids.next()));
    assertCode(XAException.XAER_NOTA, () -> prepared.resource().rollback(Xids.next()));
    assertCode(XAException.XAER_INVAL, () -> active.resource().rollback(null));
    prepared.commit();
    fixture.awaitVisible(prepared.id());
    prepareAfterAnother(active);
  }

  @Test
  void a062_rollingBackTwice() throws Exception {
    XaWork work = fixture.begin().prepare();
    work.rollback();
    assertCode(XAException.XAER_NOTA, work::rollback);
  }

  @Test
  void a063_rollingBackFromAnotherThreadEndsTheRunningStatement() throws Exception {
    notApplicable(Subject.POST_DECISION, "No statement of a branch runs in a store.");
    XaWork work = fixture.begin();
    Running slow = fixture.drevo().map(RollbackTest::slow).orElseGet(this::slowInPostgres);
    CompletableFuture<Throwable> statement =
        CompletableFuture.supplyAsync(() -> failureOf(work, slow.statement()));
    Awaitility.await().until(slow.isRunning()::getAsBoolean);
    work.resource().end(work.xid(), XAResource.TMFAIL);
    work.rollback();
    assertThat(statement.get(20, TimeUnit.SECONDS)).isNotNull();
    assertGone(work);
  }

  /** A statement that does not end by itself. */
  private record Running(StatementOf statement, BooleanSupplier isRunning) {}

  private interface StatementOf {
    void run(DatXA datxa) throws Exception;
  }

  private static Running slow(DrevoPart part) {
    int fault = part.fault(LabFault.before(part.statement("Slow")).hang());
    return new Running(datxa -> part.run(datxa, "CREATE (:Slow)"), () -> part.hits(fault) == 1);
  }

  private Running slowInPostgres() {
    PostgresPart part = fixture.postgres().orElseThrow();
    String active =
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            + " AND state = 'active' AND query LIKE 'SELECT pg_sleep%'";
    return new Running(
        datxa -> part.run(datxa, "SELECT pg_sleep(60)"),
        () -> part.lab.count(part.store, active) == 1);
  }

  private Throwable failureOf(XaWork work, StatementOf statement) {
    try {
      work.inside(() -> statement.run(fixture.datxa()));
      return null;
    } catch (Exception e) {
      return e;
    }
  }

  @Test
  void a064_aFreshProcessRollsBackWhatIsPrepared() throws Exception {
    XaWork work = fixture.begin().prepare();
    fixture.restart();
    fixture.fresh().rollback(work.xid());
    assertThat(work.isVisible()).isFalse();
    assertThat(isListed(work.xid())).isFalse();
    assertThat(fixture.preparedInStores()).isZero();
  }

  @Test
  void a065_whenTheStoreIsAway_itIsStillListed() throws Exception {
    XaWork work = fixture.begin().prepare();
    fixture.cut();
    assertCode(XAException.XAER_RMFAIL, work::rollback);
    fixture.mend();
    assertThat(isListed(work.xid())).isTrue();
    work.rollback();
    assertGone(work);
  }

  @Test
  void a066_nobodyIsToldToRetry() throws Exception {
    XaWork work = fixture.begin().prepare();
    fixture.cut();
    assertThat(refused(work::rollback).errorCode).isNotEqualTo(XAException.XA_RETRY);
    XAResource fresh = fixture.fresh();
    assertThat(refused(() -> fresh.rollback(Xids.next())).errorCode)
        .isNotEqualTo(XAException.XA_RETRY);
    fixture.mend();
    Awaitility.await().atMost(Duration.ofSeconds(20)).untilAsserted(work::rollback);
    assertGone(work);
  }

  @Test
  void a067_afterAFailedPrepareThereIsNoHeuristic() throws Exception {
    int before = fixture.lab.events.size();
    XaWork work = fixture.beginDoomed().end();
    assertRolledBack(() -> work.resource().prepare(work.xid()));
    assertCode(XAException.XAER_NOTA, work::rollback);
    fixture.parts.forEach(StorePart::heal);
    assertThat(fixture.lab.events.stream().skip(before))
        .noneMatch(it -> it.detail().contains("committed behind"));
    assertGone(work);
  }
}
