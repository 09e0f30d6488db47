package org.datxa.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.arjuna.ats.jta.TransactionManager;
import jakarta.transaction.Status;
import java.sql.Connection;
import java.sql.SQLException;
import org.datxa.Commit;
import org.datxa.DatXA;
import org.datxa.Outcome;
import org.datxa.UnitOfWork;
import org.datxa.spi.error.Aborted;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TwoPostgresTest {
  @ParameterizedTest
  @ValueSource(strings = {"none", "recorded"})
  void whenBothAreWritten_bothAreCommittedAndTheRecordIsDone(String intent) throws SQLException {
    TestDeployment lab = two().set("journal.intent", intent);
    try (DatXA datxa = lab.start()) {
      Commit commit = insertBoth(datxa, 1);
      assertThat(commit.how()).isEqualTo(Commit.How.COMMITTED);
      assertThat(lab.items("one")).isEqualTo(1);
      assertThat(lab.items("two")).isEqualTo(1);
      await().untilAsserted(() -> assertThat(lab.states()).isEqualTo("DONE"));
      assertThat(datxa.outcome(commit.datTxn())).isEqualTo(Outcome.COMMITTED);
      assertThat(lab.prepared("one") + lab.prepared("two")).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "recorded"})
  void whenOneFails_bothAreRolledBack(String intent) throws SQLException {
    TestDeployment lab = two().set("journal.intent", intent);
    try (DatXA datxa = lab.start()) {
      insertBoth(datxa, 1);
      try (UnitOfWork unit = datxa.begin()) {
        TestDeployment.insert(datxa, "one", 2);
        assertThatThrownBy(() -> TestDeployment.insert(datxa, "two", 1))
            .isInstanceOf(SQLException.class);
        assertThatThrownBy(unit::commit).isInstanceOf(Aborted.class);
      }
      assertThat(lab.items("one")).isEqualTo(1);
      assertThat(lab.items("two")).isEqualTo(1);
      assertThat(lab.prepared("one") + lab.prepared("two")).isZero();
    }
  }

  @Test
  void whenTheJournalIsInAStore_itsCommitCarriesTheDecision() throws SQLException {
    TestDeployment lab =
        new TestDeployment().postgres("one").postgres("two").set("journal", "store:one");
    try (DatXA datxa = lab.start()) {
      Commit commit = insertBoth(datxa, 1);
      assertThat(commit.how()).isEqualTo(Commit.How.COMMITTED);
      await()
          .untilAsserted(
              () ->
                  assertThat(
                          lab.count(
                              "one", "SELECT count(*) FROM datxa.dat_journal WHERE state = 'DONE'"))
                      .isEqualTo(1));
    }
  }

  @Test
  void whenNarayanaCommitsDatXaAlone_bothAreCommitted() throws Exception {
    TestDeployment lab = two();
    jakarta.transaction.TransactionManager manager = TransactionManager.transactionManager();
    try (DatXA datxa = lab.start(manager)) {
      manager.begin();
      TestDeployment.insert(datxa, "one", 1);
      TestDeployment.insert(datxa, "two", 1);
      manager.commit();
      assertThat(manager.getStatus()).isEqualTo(Status.STATUS_NO_TRANSACTION);
      assertThat(lab.items("one")).isEqualTo(1);
      assertThat(lab.items("two")).isEqualTo(1);
      await().untilAsserted(() -> assertThat(lab.states()).isEqualTo("DONE"));
    }
  }

  @Test
  void whenNarayanaRollsBack_nothingIsLeft() throws Exception {
    TestDeployment lab = two();
    jakarta.transaction.TransactionManager manager = TransactionManager.transactionManager();
    try (DatXA datxa = lab.start(manager)) {
      manager.begin();
      TestDeployment.insert(datxa, "one", 1);
      TestDeployment.insert(datxa, "two", 1);
      manager.rollback();
      assertThat(lab.items("one") + lab.items("two")).isZero();
      assertThat(lab.states()).isEmpty();
    }
  }

  @Test
  void whenOutsideAnyTransaction_aConnectionWorksInAutoCommit() throws SQLException {
    TestDeployment lab = two();
    try (DatXA datxa = lab.start();
        Connection connection = datxa.dataSource("one").getConnection()) {
      assertThat(connection.getAutoCommit()).isTrue();
      TestDeployment.insert(datxa, "one", 1);
      assertThat(lab.items("one")).isEqualTo(1);
      assertThat(lab.count("one", "SELECT count(*) FROM datxa.dat_applied")).isZero();
    }
  }

  private static TestDeployment two() {
    return new TestDeployment().postgres("one").postgres("two").journal();
  }

  private static Commit insertBoth(DatXA datxa, long id) throws SQLException {
    try (UnitOfWork unit = datxa.begin()) {
      TestDeployment.insert(datxa, "one", id);
      TestDeployment.insert(datxa, "two", id);
      return unit.commit();
    }
  }
}
