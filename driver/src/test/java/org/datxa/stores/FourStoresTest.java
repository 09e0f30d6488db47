package org.datxa.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.arjuna.ats.jta.TransactionManager;
import java.nio.file.Path;
import java.util.Map;
import org.datxa.Commit;
import org.datxa.DatXA;
import org.datxa.UnitOfWork;
import org.datxa.bridge.drevo.DrevoException;
import org.datxa.bridge.drevo.DrevoSession;
import org.datxa.spi.error.Aborted;
import org.datxa.spi.error.ConfigurationRefused;
import org.datxa.spi.error.HandleRefused;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FourStoresTest {
  @TempDir private Path folder;

  /** Where the journal is. */
  enum JournalAt {
    OWN,
    RECORDED,
    CO_LOCATED,
    FILE,
    DREVO
  }

  @ParameterizedTest
  @EnumSource
  void whenNarayanaCommits_allFourHoldIt(JournalAt journal) throws Exception {
    TestDeployment lab = at(journal);
    jakarta.transaction.TransactionManager manager = TransactionManager.transactionManager();
    try (DatXA datxa = lab.start(manager)) {
      for (long id = 1; id <= 2; id++) {
        manager.begin();
        write(lab, datxa, id);
        assertAll(lab, id - 1);
        manager.commit();
        assertAll(lab, id);
      }
      assertThat(lab.preparedInGraph("graph")).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void whenAUnitOfWorkRollsBack_noneHoldsIt(JournalAt journal) throws Exception {
    TestDeployment lab = at(journal);
    try (DatXA datxa = lab.start()) {
      try (UnitOfWork unit = datxa.begin()) {
        write(lab, datxa, 1);
        unit.rollback();
      }
      assertAll(lab, 0);
      try (UnitOfWork unit = datxa.begin()) {
        write(lab, datxa, 2);
        assertThat(unit.commit().how()).isEqualTo(Commit.How.COMMITTED);
      }
      assertAll(lab, 1);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"OWN", "CO_LOCATED", "DREVO"})
  void whenSomebodyElseWroteTheGraphMeanwhile_everythingIsRolledBack(JournalAt journal)
      throws Exception {
    TestDeployment lab = at(journal);
    try (DatXA datxa = lab.start()) {
      try (UnitOfWork unit = datxa.begin()) {
        write(lab, datxa, 1);
        lab.disturb("graph");
        assertThatThrownBy(unit::commit)
            .isInstanceOfSatisfying(
                Aborted.class, e -> assertThat(e.kind().retryable()).as(e.getMessage()).isTrue());
      }
      assertAll(lab, 0);
      assertThat(lab.prepared("pg")).isZero();
      long[] tries = {0};
      datxa.call(
          unit -> {
            write(lab, datxa, 2);
            if (tries[0]++ == 0) {
              lab.disturb("graph");
            }
            return null;
          });
      assertThat(tries[0]).isEqualTo(2);
      assertAll(lab, 1);
    }
  }

  @Test
  void whenTheGraphIsOnlyRead_itsBranchIsDropped() throws Exception {
    TestDeployment lab = at(JournalAt.OWN);
    try (DatXA datxa = lab.start()) {
      try (UnitOfWork unit = datxa.begin()) {
        TestDeployment.insert(datxa, "pg", 1);
        TestDeployment.fact(datxa, "ch", 1);
        assertThat(
                session(datxa).run("MATCH (n:Item) RETURN count(n) AS n", Map.of()).single().map())
            .containsEntry("n", 0L);
        lab.disturb("graph"); // a writer's commit would fail now
        assertThat(unit.commit().how()).isEqualTo(Commit.How.COMMITTED);
      }
      await().untilAsserted(() -> assertThat(lab.states()).isEqualTo("DONE"));
      assertThat(lab.text("journal", "SELECT branches FROM datxa.dat_journal"))
          .doesNotContain("graph");
    }
  }

  @Test
  void whenWrittenOutsideATransaction_itIsWholeOrNotThere() throws Exception {
    TestDeployment lab = at(JournalAt.OWN);
    try (DatXA datxa = lab.start()) {
      TestDeployment.node(datxa, "graph", 1);
      assertThat(lab.nodes("graph")).isEqualTo(1);
      assertThatThrownBy(
              () ->
                  session(datxa)
                      .run(
                          "UNWIND [2, 1] AS i CREATE (:Item {id: i, title: 'item ' + toString(i)})",
                          Map.of()))
          .isInstanceOf(DrevoException.class);
      assertThat(lab.nodes("graph")).isEqualTo(1);
      await().untilAsserted(() -> assertThat(lab.states()).isEmpty()); // one branch: no record
    }
  }

  @Test
  void whenTheTransactionIsMarkedRollbackOnly_theSessionRefuses() throws Exception {
    TestDeployment lab = at(JournalAt.OWN);
    try (DatXA datxa = lab.start();
        UnitOfWork unit = datxa.begin()) {
      TestDeployment.node(datxa, "graph", 1);
      unit.setRollbackOnly();
      assertThatThrownBy(() -> TestDeployment.node(datxa, "graph", 2))
          .isInstanceOf(HandleRefused.class);
      assertThatThrownBy(unit::commit).isInstanceOf(Aborted.class);
      assertThat(lab.nodes("graph")).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void whenTheJournalIsTheGraphOfAStore_itIsRefused(Spelling spelling) {
    TestDeployment lab = new TestDeployment().postgres("pg").drevo("graph");
    lab.set("journal", spelling.of(lab.value("stores.graph.url")) + lab.databaseOfGraph("graph"));
    assertThatThrownBy(lab::start)
        .isInstanceOf(ConfigurationRefused.class)
        .hasMessageContaining("graph");
  }

  @Test
  void whenTheServerRollsBackSoonerThanWeFinish_itIsRefusedAtStartUp() {
    TestDeployment lab =
        new TestDeployment()
            .postgres("pg")
            .drevo("graph")
            .journal()
            .set("recovery.alert_after_ms", "60000")
            .set("stores.graph.prepared_timeout_ms", "59999");
    assertThatThrownBy(lab::start)
        .isInstanceOf(ConfigurationRefused.class)
        .hasMessageContaining("graph")
        .hasMessageContaining("prepared_timeout_ms");
    lab.set("stores.graph.prepared_timeout_ms", "60000").start().close();
  }

  /** Ways to write one address. */
  enum Spelling {
    SAME("127.0.0.1"),
    NAME("localhost"),
    CAPITALS("LOCALHOST"),
    SIX("[::ffff:127.0.0.1]");

    private final String host;

    Spelling(String host) {
      this.host = host;
    }

    String of(String url) {
      return url.replace("127.0.0.1", host) + "/";
    }
  }

  private TestDeployment at(JournalAt journal) {
    TestDeployment lab =
        new TestDeployment().postgres("pg").drevo("graph").clickHouse("ch").iceberg("lake");
    switch (journal) {
      case OWN -> lab.journal();
      case RECORDED -> lab.journal().set("journal.intent", "recorded");
      case CO_LOCATED -> lab.set("journal", "store:pg");
      case FILE -> lab.set("journal", "file://" + folder.resolve("journal"));
      case DREVO -> lab.drevoJournal();
    }
    return lab;
  }

  private static DrevoSession session(DatXA datxa) {
    return datxa.facade("graph", DrevoSession.class);
  }

  private static void write(TestDeployment lab, DatXA datxa, long id) throws Exception {
    TestDeployment.insert(datxa, "pg", id);
    TestDeployment.node(datxa, "graph", id);
    TestDeployment.fact(datxa, "ch", id);
    lab.line(datxa, "lake", id);
  }

  private static void assertAll(TestDeployment lab, long count) {
    assertThat(lab.items("pg")).isEqualTo(count);
    assertThat(lab.nodes("graph")).isEqualTo(count);
    assertThat(lab.facts("ch")).isEqualTo(count);
    assertThat(lab.lines("lake")).isEqualTo(count);
  }
}
