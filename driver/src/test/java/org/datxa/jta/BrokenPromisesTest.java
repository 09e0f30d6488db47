package org.datxa.jta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import com.arjuna.ats.jta.TransactionManager;
import jakarta.transaction.HeuristicMixedException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.datxa.DatXA;
import org.datxa.OperatorEvent;
import org.datxa.Outcome;
import org.datxa.UnitOfWork;
import org.datxa.jta.HandManager.HandTransaction;
import org.datxa.lab.Lab;
import org.datxa.lab.LabDrevo;
import org.datxa.lab.LabFault;
import org.datxa.lab.LabProxy;
import org.datxa.spi.error.HeuristicOutcome;
import org.datxa.stores.TestDeployment;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/**
 * A store ends what it had voted for otherwise than it was told: what the manager, the application
 * and the operator see of it, and until when.
 */
class BrokenPromisesTest {
  private static final int HEURISTIC = 105;
  private static LabDrevo server;

  private final HandManager manager = new HandManager();
  private final TestDeployment lab = new TestDeployment().journal().set("settle_ms", "300");

  @BeforeAll
  static void start() {
    server = LabDrevo.builder().tickByHand().start();
  }

  @AfterAll
  static void end() {
    server.close();
  }

  @AfterEach
  void calm() {
    server.preparedTimeout(Duration.ZERO);
  }

  private static void assertCode(int code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            XAException.class, e -> assertThat(e.errorCode).as(e.getMessage()).isEqualTo(code));
  }

  /** With another store that keeps its promise, or alone. */
  private Xid votedAndBroken(Breach breach, boolean alone, DatXA datxa) throws Exception {
    breach.prepareTable(lab, datxa);
    manager.begin();
    breach.write(datxa);
    if (!alone) {
      TestDeployment.insert(datxa, "other", 1);
    }
    HandTransaction transaction = manager.leave();
    assertThat(transaction.prepare()).isEqualTo(XAResource.XA_OK);
    breach.happen(lab, datxa, server);
    return transaction.xid();
  }

  private void configure(Breach breach, boolean alone) {
    breach.configure(lab, server);
    if (!alone) {
      lab.postgres("other");
    }
  }

  /** The same code again and again, from any process, until the manager says forget. */
  private void assertStable(int code, Xid xid, boolean commit, Breach breach, Outcome outcome)
      throws Exception {
    UUID datTxn = told(breach).datTxn().orElseThrow();
    try (DatXA datxa = lab.start()) {
      XAResource fresh = datxa.recoveryResource();
      ThrowingCallable call = commit ? () -> fresh.commit(xid, false) : () -> fresh.rollback(xid);
      assertThat(fresh.recover(XAResource.TMSTARTRSCAN)).containsExactly(xid);
      assertCode(code, call);
      datxa.recover();
      assertCode(code, call);
      assertThat(datxa.outcome(datTxn)).isEqualTo(outcome);
      assertThat(fresh.recover(XAResource.TMSTARTRSCAN)).containsExactly(xid);
      told(breach); // once, not each time
      fresh.forget(xid);
      assertThat(fresh.recover(XAResource.TMSTARTRSCAN)).isEmpty();
      assertCode(XAException.XAER_NOTA, call);
      assertCode(XAException.XAER_NOTA, () -> fresh.forget(xid));
    }
  }

  /** What the operator is told: which transaction, which store, and what to do. */
  private OperatorEvent told(Breach breach) {
    List<OperatorEvent> found =
        lab.events.stream().filter(event -> event.number() == HEURISTIC).toList();
    assertThat(found).hasSize(1);
    assertThat(found.get(0).store()).contains(breach.store);
    assertThat(found.get(0).detail()).contains("by hand");
    return found.get(0);
  }

  @ParameterizedTest
  @EnumSource(
      value = Breach.class,
      mode = Mode.EXCLUDE,
      names = {"POSTGRESQL_COMMITS", "DREVO_COMMITS"})
  void whenOneOfTwoIsNotThereAfterTheDecision_itIsMixedUntilForgotten(Breach breach)
      throws Exception {
    configure(breach, false);
    Xid xid;
    try (DatXA datxa = lab.start(manager)) {
      xid = votedAndBroken(breach, false, datxa);
      XAResource resource = datxa.recoveryResource();
      assertCode(XAException.XA_HEURMIX, () -> resource.commit(xid, false));
      assertCode(XAException.XA_HEURMIX, () -> resource.commit(xid, false));
    }
    assertStable(XAException.XA_HEURMIX, xid, true, breach, Outcome.PENDING);
    assertThat(lab.items("other")).isEqualTo(1);
    assertThat(breach.isWritten(lab)).isFalse();
    assertThat(lab.states()).matches("DONE( DONE)*");
  }

  @ParameterizedTest
  @EnumSource(
      value = Breach.class,
      mode = Mode.EXCLUDE,
      names = {"POSTGRESQL_COMMITS", "DREVO_COMMITS"})
  void whenTheOnlyOneIsNotThereAfterTheDecision_itWasRolledBack(Breach breach) throws Exception {
    configure(breach, true);
    Xid xid;
    try (DatXA datxa = lab.start(manager)) {
      xid = votedAndBroken(breach, true, datxa);
      XAResource resource = datxa.recoveryResource();
      assertCode(XAException.XA_HEURRB, () -> resource.commit(xid, false));
    }
    assertStable(XAException.XA_HEURRB, xid, true, breach, Outcome.PENDING);
    assertThat(breach.isWritten(lab)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "POSTGRESQL_COMMITS, true, 7",
    "POSTGRESQL_COMMITS, false, 5",
    "DREVO_COMMITS, true, 7",
    "DREVO_COMMITS, false, 5"
  })
  void whenItIsThereAfterTheRollBack_theCodeSaysSoUntilForgotten(
      Breach breach, boolean alone, int code) throws Exception {
    assertThat(code).isEqualTo(alone ? XAException.XA_HEURCOM : XAException.XA_HEURMIX);
    configure(breach, alone);
    Xid xid;
    try (DatXA datxa = lab.start(manager)) {
      xid = votedAndBroken(breach, alone, datxa);
      XAResource resource = datxa.recoveryResource();
      assertCode(code, () -> resource.rollback(xid));
      assertCode(code, () -> resource.rollback(xid));
    }
    assertStable(code, xid, false, breach, Outcome.ABORTED);
    assertThat(breach.isWritten(lab)).isTrue();
  }

  @ParameterizedTest
  @EnumSource(
      value = Breach.class,
      mode = Mode.EXCLUDE,
      names = {"POSTGRESQL_COMMITS", "DREVO_COMMITS"})
  void underNarayana_theApplicationIsToldThatItIsMixed(Breach breach) throws Exception {
    configure(breach, false);
    jakarta.transaction.TransactionManager narayana = TransactionManager.transactionManager();
    try (DatXA datxa = lab.start(narayana)) {
      breach.prepareTable(lab, datxa);
      narayana.begin();
      breach.write(datxa);
      TestDeployment.insert(datxa, "other", 1);
      OtherResource last = new OtherResource(0, () -> outside(() -> happens(breach, datxa)));
      assertThat(narayana.getTransaction().enlistResource(last)).isTrue();
      assertThatThrownBy(narayana::commit).isInstanceOf(HeuristicMixedException.class);
      assertThat(last.asked).contains("commit");
      UUID datTxn = told(breach).datTxn().orElseThrow();
      assertThat(datxa.outcome(datTxn)).isEqualTo(Outcome.PENDING);
      assertThat(lab.items("other")).isEqualTo(1);
      assertThat(breach.isWritten(lab)).isFalse();
      assertThat(datxa.acknowledge(datTxn)).isTrue();
      await().untilAsserted(() -> assertThat(lab.states()).matches("DONE( DONE)*"));
    }
  }

  private void happens(Breach breach, DatXA datxa) {
    breach.happen(lab, datxa, server);
  }

  // A stranger is in no transaction.
  private static void outside(Runnable work) {
    CompletableFuture.runAsync(work).join();
  }

  @Test
  void inAUnitOfWork_theApplicationIsToldWhichStoreAndWhatToDo() {
    Breach breach = Breach.ICEBERG_LOSES;
    configure(breach, false);
    try (LabProxy proxy = Lab.shared().newPostgresProxy()) {
      lab.journalAt(proxy.through(lab.url("journal")));
      try (DatXA datxa = lab.start()) {
        breach.prepareTable(lab, datxa);
        HeuristicOutcome told = loses(breach, datxa, proxy);
        assertThat(told).hasMessageContaining("lake").hasMessageContaining("acknowledge");
        assertThat(datxa.outcome(told(breach).datTxn().orElseThrow())).isEqualTo(Outcome.PENDING);
        assertThat(lab.items("other")).isEqualTo(1);
        assertThat(breach.isWritten(lab)).isFalse();
      }
    }
  }

  /** The answer to the decision is held back until somebody else has written to the table. */
  private HeuristicOutcome loses(Breach breach, DatXA datxa, LabProxy proxy) {
    try (DatXA stranger = lab.without("other").start();
        UnitOfWork unit = datxa.begin()) {
      breach.write(datxa);
      TestDeployment.insert(datxa, "other", 1);
      proxy.fault(LabFault.after("dat_journal.? \\(dat_txn").delay(Duration.ofSeconds(4)));
      CompletableFuture<Void> race =
          CompletableFuture.runAsync(
              () -> {
                await().until(() -> lab.states().contains("COMMITTED"));
                breach.happen(lab, stranger, server);
              });
      HeuristicOutcome told = catchThrowableOfType(HeuristicOutcome.class, unit::commit);
      race.join();
      return told;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
