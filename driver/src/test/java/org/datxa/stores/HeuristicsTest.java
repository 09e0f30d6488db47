package org.datxa.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import org.datxa.Commit;
import org.datxa.DatXA;
import org.datxa.Outcome;
import org.datxa.UnitOfWork;
import org.datxa.lab.Lab;
import org.datxa.lab.LabFault;
import org.datxa.lab.LabProxy;
import org.junit.jupiter.api.Test;

/** An operator decides behind our back. */
class HeuristicsTest {
  @Test
  void f3_whenAnOperatorRollsADecidedBranchBack_itIsReportedAndKeptUntilAcknowledged()
      throws SQLException {
    TestDeployment lab =
        new TestDeployment().postgres("one").postgres("two").journal().set("settle_ms", "300");
    String direct = lab.url("one");
    Commit commit;
    try (LabProxy proxy = Lab.shared().newPostgresProxy()) {
      lab.postgresAt("one", proxy.through(direct));
      try (DatXA datxa = lab.start();
          UnitOfWork unit = datxa.begin()) {
        TestDeployment.insert(datxa, "one", 1);
        TestDeployment.insert(datxa, "two", 1);
        proxy.fault(LabFault.before("COMMIT PREPARED").drop().always());
        commit = unit.commit();
      }
    }
    assertThat(commit.pending()).containsExactly("one");
    lab.execute("one", "ROLLBACK PREPARED 'dat:" + commit.datTxn() + ":one'");

    try (DatXA datxa = lab.postgresAt("one", direct).start()) {
      datxa.recover();
      assertThat(lab.events)
          .anySatisfy(
              event -> {
                assertThat(event.number()).isEqualTo(105);
                assertThat(event.store()).contains("one");
                assertThat(event.datTxn()).contains(commit.datTxn());
              });
      long told = lab.events.stream().filter(event -> event.number() == 105).count();
      datxa.recover();
      assertThat(lab.events.stream().filter(event -> event.number() == 105)).hasSize((int) told);
      assertThat(datxa.outcome(commit.datTxn())).isEqualTo(Outcome.PENDING);
      assertThat(lab.states()).isEqualTo("COMMITTED");

      assertThat(datxa.acknowledge(commit.datTxn())).isTrue();
      await().untilAsserted(() -> assertThat(lab.states()).isEqualTo("DONE"));
      assertThat(lab.items("two")).isEqualTo(1);
      assertThat(lab.items("one")).isZero();
    }
  }
}
