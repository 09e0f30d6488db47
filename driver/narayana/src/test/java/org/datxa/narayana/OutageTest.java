package org.datxa.narayana;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.TransactionManager;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.datxa.DatXA;
import org.datxa.ResourceWrapping;
import org.datxa.lab.Lab;
import org.datxa.lab.LabFault;
import org.datxa.lab.LabProxy;
import org.datxa.managers.OtherDatabase;
import org.datxa.managers.TappedResource;
import org.datxa.managers.TappedResource.Tap;
import org.datxa.stores.TestDeployment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The journal is away just when Narayana wants to know. */
class OutageTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final TransactionManager MANAGER = Here.NARAYANA.manager();

  private final TestDeployment lab =
      new TestDeployment().postgres("pg").postgres("pg2").journal().postgres("other");
  private final OtherDatabase other = new OtherDatabase(lab.url("other"));
  private final LabProxy journal = Lab.shared().newPostgresProxy();

  private DatXA start(Tap tap) {
    Properties values = lab.without("other").values();
    values.setProperty("journal", journal.through(values.getProperty("journal")));
    values.setProperty("settle_ms", "1000");
    ResourceWrapping names = Here.NARAYANA.wrapping();
    return DatXA.builder()
        .properties(values)
        .transactionManager(MANAGER)
        .resources((it, name) -> names.wrap(new TappedResource(it, "ours", tap), name))
        .start();
  }

  private void lose() {
    journal.refuse();
    journal.dropAll();
  }

  @AfterEach
  void end() {
    journal.close();
    other.close();
  }

  @Test
  @SuppressWarnings("try") // the registrations are there to be closed
  void x1_whenTheJournalDoesNotAnswer_recoverThrowsAndTheRecordStaysUntilItDoes() throws Exception {
    AtomicBoolean lost = new AtomicBoolean();
    Tap away =
        point -> {
          if (point.equals("ours before commit") && lost.compareAndSet(false, true)) {
            lose();
          }
        };
    try (DatXA datxa = start(away);
        RecoveryRegistration ours = DatXaNarayana.register(datxa);
        AutoCloseable others = Here.NARAYANA.register(other)) {
      MANAGER.begin();
      TestDeployment.insert(datxa, "pg", 1);
      TestDeployment.insert(datxa, "pg2", 1);
      other.insert(MANAGER, 1, Here.NARAYANA::named);
      MANAGER.commit(); // decided in Narayana's log, which its recovery will follow
      assertThat(Here.NARAYANA.records()).hasSize(1);
      assertThat(lab.prepared("pg") + lab.prepared("pg2")).isEqualTo(2);

      Here.NARAYANA.scan();
      XAException failure =
          catchThrowableOfType(
              XAException.class, () -> datxa.recoveryResource().recover(XAResource.TMSTARTRSCAN));
      assertThat(failure.errorCode).isEqualTo(XAException.XAER_RMFAIL);
      assertThat(Here.NARAYANA.records()).hasSize(1);
      assertThat(lab.prepared("pg") + lab.prepared("pg2")).isEqualTo(2);

      journal.accept();
      await()
          .atMost(LIMIT)
          .untilAsserted(
              () -> {
                Here.NARAYANA.scan();
                assertThat(Here.NARAYANA.records()).isEmpty();
              });
      assertThat(lab.items("pg")).isEqualTo(1);
      assertThat(lab.items("pg2")).isEqualTo(1);
      assertThat(lab.items("other")).isEqualTo(1);
      assertThat(lab.prepared("pg") + lab.prepared("pg2") + lab.prepared("other")).isZero();
    }
  }

  @Test
  @SuppressWarnings("try") // the registration is there to be closed
  void x2_whenAOnePhaseCommitIsInDoubt_theStoresAgreeAndNarayanaKeepsItsRecord() throws Exception {
    try (DatXA datxa = start(point -> {});
        RecoveryRegistration registration = DatXaNarayana.register(datxa)) {
      MANAGER.begin();
      TestDeployment.insert(datxa, "pg", 1);
      TestDeployment.insert(datxa, "pg2", 1);
      // The state is a value of the statement that decides; the isolation level is not meant.
      int number = journal.fault(LabFault.before("(?<!READ )COMMITTED").hang());
      CompletableFuture<Void> losing =
          CompletableFuture.runAsync(
              () -> {
                await().atMost(LIMIT).until(() -> journal.faultHits(number) > 0);
                lose();
              });
      assertThatThrownBy(MANAGER::commit).isInstanceOf(HeuristicMixedException.class);
      losing.get();
      assertThat(Here.NARAYANA.records()).hasSize(1);
      journal.accept();
      await()
          .atMost(LIMIT)
          .untilAsserted(
              () -> {
                Here.NARAYANA.scan();
                datxa.recover();
                assertThat(lab.prepared("pg") + lab.prepared("pg2")).isZero();
              });
      assertThat(lab.items("pg") + lab.items("pg2")).isZero();
      assertThat(Here.NARAYANA.records()).hasSize(1); // it has no xid in the journal to be found by
      Here.NARAYANA.discardRecords();
    }
  }
}
