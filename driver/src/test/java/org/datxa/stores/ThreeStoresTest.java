package org.datxa.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.arjuna.ats.jta.TransactionManager;
import java.sql.SQLException;
import org.datxa.Commit;
import org.datxa.DatXA;
import org.datxa.UnitOfWork;
import org.datxa.spi.error.Aborted;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThreeStoresTest {
  @ParameterizedTest
  @ValueSource(strings = {"none", "recorded"})
  void whenAUnitOfWorkWritesAllThree_allThreeHoldIt(String intent) throws SQLException {
    TestDeployment lab = three().journal().set("journal.intent", intent);
    try (DatXA datxa = lab.start()) {
      for (long id = 1; id <= 3; id++) {
        assertThat(writeAll(lab, datxa, id).how()).isEqualTo(Commit.How.COMMITTED);
      }
      assertAll(lab, 3);
      await().untilAsserted(() -> assertThat(lab.states()).isEqualTo("DONE DONE DONE"));
    }
  }

  @Test
  void whenTheDecisionIsCoLocated_allThreeHoldIt() throws SQLException {
    TestDeployment lab = three().set("journal", "store:pg");
    try (DatXA datxa = lab.start()) {
      assertThat(writeAll(lab, datxa, 1).how()).isEqualTo(Commit.How.COMMITTED);
      assertAll(lab, 1);
    }
  }

  @Test
  void whenNarayanaCommits_allThreeHoldIt() throws Exception {
    TestDeployment lab = three().journal();
    jakarta.transaction.TransactionManager manager = TransactionManager.transactionManager();
    try (DatXA datxa = lab.start(manager)) {
      manager.begin();
      TestDeployment.insert(datxa, "pg", 1);
      TestDeployment.fact(datxa, "ch", 1);
      lab.line(datxa, "lake", 1);
      assertAll(lab, 0);
      manager.commit();
      assertAll(lab, 1);
      await().untilAsserted(() -> assertThat(lab.states()).isEqualTo("DONE"));
    }
  }

  @Test
  void whenPostgresRefuses_nothingIsAnywhere() throws SQLException {
    TestDeployment lab = three().journal();
    lab.execute(
        "pg", "ALTER TABLE item ADD CONSTRAINT late UNIQUE (note) DEFERRABLE INITIALLY DEFERRED");
    try (DatXA datxa = lab.start()) {
      writeAll(lab, datxa, 1);
      assertThatThrownBy(() -> writeAll(lab, datxa, 2)).isInstanceOf(Aborted.class);
      assertAll(lab, 1);
      assertThat(lab.prepared("pg")).isZero();
    }
  }

  @Test
  void whenWrittenOutsideATransaction_eachIsATransactionOfItsOwn() throws SQLException {
    TestDeployment lab = three().journal();
    try (DatXA datxa = lab.start()) {
      TestDeployment.fact(datxa, "ch", 1);
      lab.line(datxa, "lake", 1);
      assertThat(lab.facts("ch")).isEqualTo(1);
      assertThat(lab.lines("lake")).isEqualTo(1);
      await().untilAsserted(() -> assertThat(lab.states()).isEqualTo("DONE DONE"));
    }
  }

  private static TestDeployment three() {
    return new TestDeployment().postgres("pg").clickHouse("ch").iceberg("lake");
  }

  private static Commit writeAll(TestDeployment lab, DatXA datxa, long id) throws SQLException {
    try (UnitOfWork unit = datxa.begin()) {
      TestDeployment.insert(datxa, "pg", id);
      TestDeployment.fact(datxa, "ch", id);
      lab.line(datxa, "lake", id);
      return unit.commit();
    }
  }

  private static void assertAll(TestDeployment lab, long count) {
    assertThat(lab.items("pg")).isEqualTo(count);
    assertThat(lab.facts("ch")).isEqualTo(count);
    assertThat(lab.lines("lake")).isEqualTo(count);
  }
}
