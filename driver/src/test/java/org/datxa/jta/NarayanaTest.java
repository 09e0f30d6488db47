package org.datxa.jta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.arjuna.ats.jta.TransactionManager;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Transaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.datxa.DatXA;
import org.datxa.stores.TestDeployment;
import org.junit.jupiter.api.Test;

/** Narayana with DatXA and another resource in one transaction. */
class NarayanaTest {
  private final jakarta.transaction.TransactionManager manager =
      TransactionManager.transactionManager();

  @Test
  void whenAnotherResourceTakesPart_bothPhasesRunAndAllStoresHoldIt() throws Exception {
    TestDeployment lab =
        new TestDeployment().postgres("pg").clickHouse("ch").iceberg("lake").journal();
    OtherResource other = new OtherResource(0);
    try (DatXA datxa = lab.start(manager)) {
      manager.begin();
      TestDeployment.insert(datxa, "pg", 1);
      TestDeployment.fact(datxa, "ch", 1);
      lab.line(datxa, "lake", 1);
      assertThat(manager.getTransaction().enlistResource(other)).isTrue();
      manager.commit();
      assertThat(other.asked).containsExactly("start", "end", "prepare", "commit");
      assertThat(lab.items("pg")).isEqualTo(1);
      assertThat(lab.facts("ch")).isEqualTo(1);
      assertThat(lab.lines("lake")).isEqualTo(1);
      assertThat(lab.prepared("pg")).isZero();
      await().untilAsserted(() -> assertThat(lab.states()).isEqualTo("DONE"));
      assertThat(lab.count("journal", "SELECT count(xid) FROM datxa.dat_journal")).isEqualTo(1);
      assertThat(datxa.recoveryResource().recover(XAResource.TMSTARTRSCAN)).isEmpty();
    }
  }

  @Test
  void whenTheOtherResourceVotesNo_nothingIsLeftAnywhere() throws Exception {
    TestDeployment lab =
        new TestDeployment().postgres("pg").clickHouse("ch").iceberg("lake").journal();
    try (DatXA datxa = lab.start(manager)) {
      manager.begin();
      TestDeployment.insert(datxa, "pg", 1);
      TestDeployment.fact(datxa, "ch", 1);
      lab.line(datxa, "lake", 1);
      manager.getTransaction().enlistResource(new OtherResource(XAException.XA_RBROLLBACK));
      assertThatThrownBy(manager::commit).isInstanceOf(RollbackException.class);
      assertThat(lab.items("pg")).isZero();
      assertThat(lab.facts("ch")).isZero();
      assertThat(lab.lines("lake")).isZero();
      assertThat(lab.prepared("pg")).isZero();
      assertThat(lab.states()).isEqualTo("ABORTED");
    }
  }

  @Test
  void whenTheTimeoutPasses_theReaperRollsBackAndTheConnectionRefuses() throws Exception {
    TestDeployment lab = new TestDeployment().postgres("pg");
    try (DatXA datxa = lab.start(manager)) {
      manager.setTransactionTimeout(1);
      manager.begin();
      TestDeployment.insert(datxa, "pg", 1);
      await()
          .atMost(Duration.ofSeconds(20))
          .untilAsserted(
              () ->
                  assertThat(
                          lab.count(
                              "pg",
                              "SELECT count(*) FROM pg_stat_activity WHERE datname ="
                                  + " current_database() AND state = 'idle in transaction'"))
                      .isZero());
      assertThatThrownBy(() -> TestDeployment.insert(datxa, "pg", 2))
          .isInstanceOf(SQLException.class);
      assertThatThrownBy(manager::commit).isInstanceOf(RollbackException.class);
      assertThat(lab.items("pg")).isZero();
    } finally {
      manager.setTransactionTimeout(0);
    }
  }

  @Test
  void whenAnotherThreadRollsBack_theRunningStatementFailsAsTheServerSays() throws Exception {
    TestDeployment lab = new TestDeployment().postgres("pg");
    try (DatXA datxa = lab.start(manager)) {
      manager.begin();
      Transaction transaction = manager.getTransaction();
      CompletableFuture<Void> other =
          CompletableFuture.runAsync(
              () -> {
                await().atMost(Duration.ofSeconds(30)).until(() -> sleeping(lab) == 1);
                assertThatCode(transaction::rollback).doesNotThrowAnyException();
              });
      try (Connection connection = datxa.dataSource("pg").getConnection();
          Statement statement = connection.createStatement()) {
        assertThatThrownBy(() -> statement.execute("SELECT pg_sleep(50)"))
            .isInstanceOf(SQLException.class)
            .hasMessageContaining("canceling statement");
      }
      other.join();
      manager.suspend();
    }
  }

  private static long sleeping(TestDeployment lab) {
    return lab.count(
        "pg",
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            + " AND state = 'active' AND query LIKE 'SELECT pg_sleep%'");
  }
}
