package org.datxa.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.datxa.Commit;
import org.datxa.DatXA;
import org.datxa.Outcome;
import org.datxa.RecoveryReport;
import org.datxa.UnitOfWork;
import org.datxa.lab.Lab;
import org.datxa.lab.LabFault;
import org.datxa.lab.LabProxy;
import org.datxa.spi.error.Aborted;
import org.datxa.spi.error.InDoubt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lost answers, stores that are down, and what recovery makes of it. */
class FaultsTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @Test
  void whenAStoreRefusesAfterTheDecision_theCommitIsPendingAndRecoveryFinishesIt()
      throws SQLException {
    TestDeployment lab =
        new TestDeployment()
            .postgres("pg")
            .clickHouse("ch")
            .journal()
            .set("recovery.alert_after_ms", "0");
    String fact = lab.database("ch") + ".*fact";
    try (DatXA datxa = lab.start()) {
      Lab.shared().clickHouse().fault(LabFault.before("INSERT INTO.*" + fact).error(241).always());
      Commit commit = write(datxa);
      assertThat(commit.how()).isEqualTo(Commit.How.COMMITTED_PENDING);
      assertThat(commit.pending()).containsExactly("ch");
      assertThat(datxa.outcome(commit.datTxn())).isEqualTo(Outcome.PENDING);
      assertThat(lab.items("pg")).isEqualTo(1);

      datxa.recover();
      assertThat(lab.events).extracting("name").contains("STUCK");
      Lab.shared().clickHouse().clearFaults();
      await().atMost(LIMIT).until(() -> datxa.recover().isClean());
      assertThat(lab.facts("ch")).isEqualTo(1);
      assertThat(datxa.outcome(commit.datTxn())).isEqualTo(Outcome.COMMITTED);
    } finally {
      Lab.shared().clickHouse().clearFaults();
    }
  }

  @Test
  void whenTheWorkerRunsPeriodically_aPendingCommitIsFinishedByItself() throws SQLException {
    TestDeployment lab =
        new TestDeployment()
            .postgres("pg")
            .clickHouse("ch")
            .journal()
            .set("recovery.interval_ms", "200");
    try (DatXA datxa = lab.start()) {
      Lab.shared()
          .clickHouse()
          .fault(LabFault.before("INSERT INTO.*" + lab.database("ch") + ".*fact").error(241));
      Commit commit = write(datxa);
      assertThat(commit.isPending()).isTrue();
      await().atMost(LIMIT).until(() -> datxa.outcome(commit.datTxn()) == Outcome.COMMITTED);
      assertThat(lab.facts("ch")).isEqualTo(1);
      assertThat(lab.events).extracting("name").contains("RECOVERED");
    }
  }

  @Test
  void h2_whenTheAnswerToAnInsertIsLost_nobodyInsertsAgainBeforeTheClaimIsQuiet()
      throws SQLException {
    TestDeployment lab = new TestDeployment().postgres("pg").clickHouse("ch").journal();
    try (DatXA datxa = lab.start();
        DatXA other = lab.start()) {
      Lab.shared()
          .clickHouse()
          .fault(LabFault.after("INSERT INTO.*" + lab.database("ch") + ".*fact").drop());
      assertThat(write(datxa).how()).isEqualTo(Commit.How.COMMITTED_PENDING);
      assertThat(other.recover().finished()).isZero();
      await()
          .atMost(LIMIT)
          .until(() -> bothRecover(datxa, other).stream().allMatch(RecoveryReport::isClean));
      assertThat(lab.facts("ch")).isEqualTo(1);
    }
  }

  @Test
  void whenTheDecisionCannotBeConfirmed_itIsInDoubtAndRecoveryDecides() throws SQLException {
    TestDeployment lab = new TestDeployment().postgres("one").postgres("two").journal();
    String direct = lab.url("journal");
    try (LabProxy proxy = Lab.shared().newPostgresProxy()) {
      lab.set("settle_ms", "300").journalAt(proxy.through(direct));
      try (DatXA datxa = lab.start();
          UnitOfWork unit = datxa.begin()) {
        TestDeployment.insert(datxa, "one", 1);
        TestDeployment.insert(datxa, "two", 1);
        proxy.fault(LabFault.after(unit.datTxn().toString()).drop().always());
        assertThatThrownBy(unit::commit)
            .isInstanceOf(InDoubt.class)
            .hasMessageContaining(unit.datTxn().toString())
            .hasMessageContaining("do not run the work again");
        proxy.clearFaults();
      }
    }
    try (DatXA other = lab.journalAt(direct).start()) {
      await().atMost(LIMIT).until(() -> other.recover().isClean());
      assertThat(lab.items("one")).isEqualTo(1);
      assertThat(lab.items("two")).isEqualTo(1);
    }
  }

  @Test
  void j1_whenTheAnswerToTheDecisionIsLost_itIsWrittenAgainAndFoundToBeOurs() throws SQLException {
    TestDeployment lab = new TestDeployment().postgres("one").postgres("two").journal();
    try (LabProxy proxy = Lab.shared().newPostgresProxy()) {
      lab.journalAt(proxy.through(lab.url("journal")));
      try (DatXA datxa = lab.start()) {
        try (UnitOfWork unit = datxa.begin()) {
          proxy.fault(LabFault.after(unit.datTxn().toString()).drop());
          TestDeployment.insert(datxa, "one", 1);
          TestDeployment.insert(datxa, "two", 1);
          assertThat(unit.commit().how()).isEqualTo(Commit.How.COMMITTED);
        }
        assertThat(lab.items("two")).isEqualTo(1);
      }
    }
  }

  @Test
  void whenTheJournalCannotBeReached_everythingIsRolledBack() throws SQLException {
    TestDeployment lab = new TestDeployment().postgres("one").postgres("two").journal();
    try (LabProxy proxy = Lab.shared().newPostgresProxy()) {
      lab.set("settle_ms", "300").journalAt(proxy.through(lab.url("journal")));
      try (DatXA datxa = lab.start();
          UnitOfWork unit = datxa.begin()) {
        TestDeployment.insert(datxa, "one", 1);
        TestDeployment.insert(datxa, "two", 1);
        proxy.refuse();
        proxy.dropAll();
        assertThatThrownBy(unit::commit).isInstanceOf(Aborted.class);
        assertThat(lab.items("one") + lab.items("two")).isZero();
        assertThat(lab.prepared("one") + lab.prepared("two")).isZero();
      }
    }
  }

  @Test
  void c1_whenTheAnswerToALocalCommitIsLost_itIsSettledByATombstone() throws SQLException {
    TestDeployment lab = new TestDeployment().postgres("one");
    try (LabProxy proxy = Lab.shared().newPostgresProxy()) {
      lab.postgresAt("one", proxy.through(lab.url("one")));
      try (DatXA datxa = lab.start()) {
        proxy.fault(LabFault.after("COMMIT").drop());
        try (UnitOfWork unit = datxa.begin()) {
          TestDeployment.insert(datxa, "one", 1);
          assertThat(unit.commit().how()).isEqualTo(Commit.How.COMMITTED);
          assertThat(datxa.outcome(unit.datTxn())).isEqualTo(Outcome.COMMITTED);
        }
        assertThat(lab.items("one")).isEqualTo(1);
      }
    }
  }

  @Test
  void whenTheAnswerToCommitPreparedIsLost_itIsAskedAgain() throws SQLException {
    TestDeployment lab = new TestDeployment().postgres("one").postgres("two").journal();
    try (LabProxy proxy = Lab.shared().newPostgresProxy()) {
      lab.postgresAt("one", proxy.through(lab.url("one")));
      try (DatXA datxa = lab.start();
          UnitOfWork unit = datxa.begin()) {
        TestDeployment.insert(datxa, "one", 1);
        TestDeployment.insert(datxa, "two", 1);
        proxy.fault(LabFault.after("COMMIT PREPARED").drop());
        assertThat(unit.commit().how()).isEqualTo(Commit.How.COMMITTED);
        assertThat(lab.items("one")).isEqualTo(1);
      }
    }
  }

  @Test
  void whenAStoreIsNotConfiguredHere_itsBranchIsLeftAndReportedByName() throws SQLException {
    TestDeployment lab = new TestDeployment().postgres("pg").clickHouse("ch").journal();
    try (DatXA datxa = lab.start()) {
      Lab.shared()
          .clickHouse()
          .fault(LabFault.before("INSERT INTO.*" + lab.database("ch") + ".*fact").error(241));
      assertThat(write(datxa).isPending()).isTrue();
    }
    TestDeployment half = lab.without("ch");
    try (DatXA datxa = half.start()) {
      datxa.recover();
      assertThat(half.events)
          .anySatisfy(
              event -> {
                assertThat(event.name()).isEqualTo("STORE_NOT_HERE");
                assertThat(event.store()).contains("ch");
              });
      assertThat(lab.states()).isEqualTo("COMMITTED");
    }
  }

  @Test
  void whenPreparedAndUndecided_twoRecoveriesAtOnceRollItBackOnce(@TempDir java.nio.file.Path dir)
      throws Exception {
    TestDeployment lab = new TestDeployment().postgres("one").postgres("two").journal();
    try (DatXA datxa = lab.start();
        DatXA other = lab.start()) {
      String gid = "dat:" + java.util.UUID.fromString(freshV7()) + ":one";
      lab.execute(
          "one", "BEGIN; INSERT INTO item VALUES (9, 'x'); PREPARE TRANSACTION '" + gid + "'");
      await()
          .atMost(LIMIT)
          .until(() -> bothRecover(datxa, other).stream().allMatch(RecoveryReport::isClean));
      assertThat(lab.prepared("one")).isZero();
      assertThat(lab.items("one")).isZero();
      assertThat(lab.states()).isEqualTo("ABORTED");
    }
  }

  @Test
  void whenARecordWasChangedByHand_itIsReportedAndLeftAlone() throws SQLException {
    TestDeployment lab = new TestDeployment().postgres("pg").clickHouse("ch").journal();
    try (DatXA datxa = lab.start()) {
      Lab.shared()
          .clickHouse()
          .fault(LabFault.before("INSERT INTO.*" + lab.database("ch") + ".*fact").error(241));
      assertThat(write(datxa).isPending()).isTrue();
      lab.execute(
          "journal", "UPDATE datxa.dat_journal SET branches = replace(branches, 'ch', 'hc')");
      assertThat(datxa.recover().failed()).isPositive();
      assertThat(lab.events).extracting("name").contains("CORRUPT");
      assertThat(lab.states()).isEqualTo("COMMITTED");
    }
  }

  private static String freshV7() {
    return String.format(
        "%08x-%04x-7000-8000-000000000001",
        System.currentTimeMillis() >>> 16, System.currentTimeMillis() & 0xFFFF);
  }

  private static List<RecoveryReport> bothRecover(DatXA one, DatXA two) {
    CompletableFuture<RecoveryReport> first = CompletableFuture.supplyAsync(one::recover);
    return List.of(two.recover(), first.join());
  }

  private static Commit write(DatXA datxa) throws SQLException {
    try (UnitOfWork unit = datxa.begin()) {
      TestDeployment.insert(datxa, "pg", 1);
      TestDeployment.fact(datxa, "ch", 1);
      return unit.commit();
    }
  }
}
