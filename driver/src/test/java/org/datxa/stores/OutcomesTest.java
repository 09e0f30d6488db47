package org.datxa.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.datxa.Commit;
import org.datxa.DatXA;
import org.datxa.OperatorEvent;
import org.datxa.Outcome;
import org.datxa.UnitOfWork;
import org.datxa.lab.Lab;
import org.datxa.lab.LabFault;
import org.datxa.lab.LabProxy;
import org.datxa.spi.error.Aborted;
import org.datxa.spi.error.InDoubt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What became of a transaction, asked from another deployment over the same journal and stores. */
class OutcomesTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @AfterEach
  void clear() {
    Lab.shared().clickHouse().clearFaults();
  }

  private static TestDeployment two() {
    return new TestDeployment().postgres("pg").clickHouse("ch").journal();
  }

  private static Commit commit(DatXA datxa, long id) throws SQLException {
    try (UnitOfWork unit = datxa.begin()) {
      write(datxa, id);
      return unit.commit();
    }
  }

  private static void write(DatXA datxa, long id) throws SQLException {
    TestDeployment.insert(datxa, "pg", id);
    TestDeployment.fact(datxa, "ch", id);
  }

  private static void refuseFacts(TestDeployment lab) {
    LabFault insert = LabFault.before("INSERT INTO.*" + lab.database("ch") + ".*fact");
    Lab.shared().clickHouse().fault(insert.error(241).always());
  }

  private static List<String> about(TestDeployment lab, UUID datTxn) {
    return lab.events.stream()
        .filter(event -> event.datTxn().equals(java.util.Optional.of(datTxn)))
        .map(OperatorEvent::name)
        .toList();
  }

  @Test
  void committedPendingAbortedAndUnknownAreToldAlikeEverywhere() throws SQLException {
    TestDeployment lab = two().set("journal.intent", "recorded");
    TestDeployment elsewhere = lab.copy();
    try (DatXA datxa = lab.start();
        DatXA other = elsewhere.start()) {
      UUID committed = commit(datxa, 1).datTxn();
      refuseFacts(lab);
      UUID pending = commit(datxa, 2).datTxn();
      UUID aborted;
      try (UnitOfWork unit = datxa.begin()) {
        write(datxa, 3);
        TestDeployment.run(datxa, "pg", "CREATE TEMP TABLE scratch (a int)");
        aborted = unit.datTxn();
        assertThatThrownBy(unit::commit).isInstanceOf(Aborted.class);
      }
      UUID rolledBack;
      try (UnitOfWork unit = datxa.begin()) {
        write(datxa, 4);
        rolledBack = unit.datTxn();
      }
      await().until(() -> other.outcome(committed) == Outcome.COMMITTED);
      for (DatXA asked : List.of(datxa, other)) {
        assertThat(asked.outcome(pending)).isEqualTo(Outcome.PENDING);
        assertThat(asked.outcome(aborted)).isEqualTo(Outcome.ABORTED);
        assertThat(asked.outcome(rolledBack)).as("no record was made").isEqualTo(Outcome.UNKNOWN);
        assertThat(asked.outcome(UUID.randomUUID())).as("version 4").isEqualTo(Outcome.UNKNOWN);
        assertThat(asked.outcome(new UUID(0, 0))).isEqualTo(Outcome.UNKNOWN);
        assertThat(asked.outcome(new UUID(-1, -1))).isEqualTo(Outcome.UNKNOWN);
        assertThatThrownBy(() -> asked.outcome(null)).isInstanceOf(NullPointerException.class);
      }
      assertThat(lab.events).as("nothing is to be done about any of it").isEmpty();

      Lab.shared().clickHouse().clearFaults();
      await().atMost(LIMIT).until(() -> other.recover().isClean());
      assertThat(datxa.outcome(pending)).isEqualTo(Outcome.COMMITTED);
      assertThat(about(elsewhere, pending)).as("who found it, once").containsExactly("RECOVERED");
      assertThat(about(lab, pending)).as("who only began it").isEmpty();
      datxa.recover();
      other.recover();
      assertThat(about(elsewhere, pending)).containsExactly("RECOVERED");
    }
  }

  @Test
  void j2_afterCompactionTheMarkerTells_andNothingDoesWhenItIsPruned() throws SQLException {
    TestDeployment lab = two().set("timeout_ms", "1000").set("settle_ms", "500");
    lab.set("journal.keep_ms", "1500").set("markers.keep_ms", "60000");
    try (DatXA datxa = lab.start()) {
      UUID datTxn = commit(datxa, 1).datTxn();
      await().untilAsserted(() -> assertThat(lab.states()).isEqualTo("DONE"));
      await().atMost(LIMIT).until(() -> datxa.compact() == 1);
      assertThat(lab.states()).isEmpty();
      assertThat(datxa.outcome(datTxn)).isEqualTo(Outcome.COMMITTED);
      lab.execute("pg", "DELETE FROM datxa.dat_applied");
      assertThat(datxa.outcome(datTxn)).as("ClickHouse knows").isEqualTo(Outcome.COMMITTED);
      Lab.shared().clickHouse().execute("TRUNCATE TABLE " + lab.database("ch") + ".dat_applied");
      assertThat(datxa.outcome(datTxn)).isEqualTo(Outcome.UNKNOWN);
    }
  }

  @Test
  void whenTheJournalIsDown_everythingIsInDoubtAndReported() throws SQLException {
    TestDeployment lab = two().set("settle_ms", "300");
    try (LabProxy proxy = Lab.shared().newPostgresProxy()) {
      lab.journalAt(proxy.through(lab.url("journal")));
      try (DatXA datxa = lab.start()) {
        UUID datTxn = commit(datxa, 1).datTxn();
        await().until(() -> datxa.outcome(datTxn) == Outcome.COMMITTED);
        proxy.refuse();
        proxy.dropAll();
        assertThat(datxa.outcome(datTxn)).isEqualTo(Outcome.IN_DOUBT);
        assertThat(datxa.outcome(UUID.randomUUID())).isEqualTo(Outcome.IN_DOUBT);
        assertThat(about(lab, datTxn)).containsExactly("UNREACHABLE");
        proxy.accept();
        assertThat(datxa.outcome(datTxn)).isEqualTo(Outcome.COMMITTED);
      }
    }
  }

  @Test
  void whenAStoreWithTheOnlyMarkerIsDown_itIsInDoubtNotUnknown() throws SQLException {
    TestDeployment lab = new TestDeployment().postgres("pg");
    String direct = lab.url("pg");
    try (LabProxy proxy = Lab.shared().newPostgresProxy()) {
      lab.postgresAt("pg", proxy.through(direct));
      try (DatXA datxa = lab.start()) {
        UUID datTxn;
        try (UnitOfWork unit = datxa.begin()) {
          TestDeployment.insert(datxa, "pg", 1);
          datTxn = unit.commit().datTxn();
        }
        assertThat(datxa.outcome(datTxn)).isEqualTo(Outcome.COMMITTED);
        proxy.refuse();
        proxy.dropAll();
        assertThat(datxa.outcome(datTxn)).isEqualTo(Outcome.IN_DOUBT);
        proxy.accept();
        assertThat(datxa.outcome(datTxn)).isEqualTo(Outcome.COMMITTED);
      }
    }
  }

  @Test
  void e4_inDoubtIsSettledByAnotherProcessAndToldOnce() throws SQLException {
    TestDeployment lab = two().set("settle_ms", "300");
    TestDeployment elsewhere = lab.copy();
    UUID datTxn;
    try (LabProxy proxy = Lab.shared().newPostgresProxy()) {
      lab.journalAt(proxy.through(lab.url("journal")));
      try (DatXA datxa = lab.start()) {
        int[] runs = {0};
        InDoubt inDoubt =
            catchThrowableOfType(
                InDoubt.class,
                () ->
                    datxa.call(
                        unit -> {
                          runs[0]++;
                          write(datxa, 1);
                          proxy.fault(LabFault.after(unit.datTxn().toString()).drop().always());
                          return null;
                        }));
        assertThat(runs[0]).isEqualTo(1);
        datTxn = inDoubt.datTxn().orElseThrow();
      }
    }
    try (DatXA other = elsewhere.start()) {
      assertThat(other.outcome(datTxn)).isEqualTo(Outcome.PENDING);
      await().atMost(LIMIT).until(() -> other.recover().isClean());
      other.recover();
      assertThat(other.outcome(datTxn)).isEqualTo(Outcome.COMMITTED);
      assertThat(about(elsewhere, datTxn)).containsOnlyOnce("RECOVERED");
      assertThat(lab.items("pg")).isEqualTo(1);
      assertThat(lab.facts("ch")).isEqualTo(1);
    }
  }

  @Test
  void j2_whatIsInDoubtIsNeverToldAsUnknown() throws SQLException {
    TestDeployment lab = two().set("settle_ms", "300");
    try (LabProxy proxy = Lab.shared().newPostgresProxy()) {
      lab.journalAt(proxy.through(lab.url("journal")));
      Map<UUID, List<Outcome>> told = new ConcurrentHashMap<>();
      try (DatXA datxa = lab.startTelling(told)) {
        UUID datTxn;
        try (UnitOfWork unit = datxa.begin()) {
          datTxn = unit.datTxn();
          TestDeployment.fact(datxa, "ch", 1);
          proxy.fault(LabFault.before(datTxn.toString()).drop().always());
          assertThatThrownBy(unit::commit).isInstanceOf(InDoubt.class);
        }
        proxy.clearFaults();
        assertThat(lab.states()).as("the decision never arrived").isEmpty();
        assertThat(datxa.outcome(datTxn)).isEqualTo(Outcome.IN_DOUBT);
        assertThat(told.get(datTxn)).containsExactly(Outcome.IN_DOUBT);
      }
    }
  }

  @Test
  void j2_afterCompactionTheMarkerOfEachKindOfStoreTells() throws SQLException {
    TestDeployment lab =
        new TestDeployment().clickHouse("ch").iceberg("lake").journal().set("timeout_ms", "1000");
    lab.set("settle_ms", "500").set("journal.keep_ms", "1500").set("markers.keep_ms", "60000");
    try (DatXA datxa = lab.start()) {
      UUID facts = alone(datxa, () -> TestDeployment.fact(datxa, "ch", 1));
      UUID lines = alone(datxa, () -> lab.line(datxa, "lake", 1));
      await().untilAsserted(() -> assertThat(lab.states()).isEqualTo("DONE DONE"));
      await().atMost(LIMIT).until(() -> datxa.compact() >= 0 && lab.states().isEmpty());
      assertThat(datxa.outcome(facts)).isEqualTo(Outcome.COMMITTED);
      assertThat(datxa.outcome(lines)).isEqualTo(Outcome.COMMITTED);
      assertThat(datxa.outcome(UUID.randomUUID())).isEqualTo(Outcome.UNKNOWN);
    }
  }

  private interface Work {
    void run() throws SQLException;
  }

  private static UUID alone(DatXA datxa, Work work) throws SQLException {
    try (UnitOfWork unit = datxa.begin()) {
      work.run();
      return unit.commit().datTxn();
    }
  }

  @Test
  void listenerIsToldOfEveryOutcome() throws SQLException {
    TestDeployment lab = two();
    Map<UUID, List<Outcome>> told = new ConcurrentHashMap<>();
    try (DatXA datxa = lab.startTelling(told)) {
      UUID committed = commit(datxa, 1).datTxn();
      refuseFacts(lab);
      UUID pending = commit(datxa, 2).datTxn();
      UUID rolledBack;
      try (UnitOfWork unit = datxa.begin()) {
        write(datxa, 4);
        rolledBack = unit.datTxn();
      }
      Lab.shared().clickHouse().clearFaults();
      await().atMost(LIMIT).until(() -> datxa.recover().isClean());
      assertThat(told.get(committed)).containsExactly(Outcome.COMMITTED);
      assertThat(told.get(pending)).containsExactly(Outcome.PENDING, Outcome.COMMITTED);
      assertThat(told.get(rolledBack)).containsExactly(Outcome.ABORTED);
      assertThat(told).hasSize(3);
    }
  }

  @Test
  void j9_whatWasPreparedAndNeverDecidedIsAbortedOnceForAll() throws SQLException {
    TestDeployment lab = two();
    TestDeployment elsewhere = lab.copy();
    try (DatXA datxa = lab.start();
        DatXA other = elsewhere.start()) {
      UUID datTxn;
      try (UnitOfWork unit = datxa.begin()) {
        datTxn = unit.datTxn();
      }
      String gid = "dat:" + datTxn + ":pg";
      lab.execute(
          "pg", "BEGIN; INSERT INTO item VALUES (9, 'x'); PREPARE TRANSACTION '" + gid + "'");
      assertThat(other.outcome(datTxn)).as("somebody may decide").isEqualTo(Outcome.IN_DOUBT);
      await().atMost(LIMIT).until(() -> other.recover().isClean());
      assertThat(datxa.outcome(datTxn)).isEqualTo(Outcome.ABORTED);
      datxa.recover();
      assertThat(about(elsewhere, datTxn)).containsExactly("ROLLED_BACK");
      assertThat(about(lab, datTxn)).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"exception", "error"})
  void listenerThatThrowsHurtsNobody(String what) throws SQLException {
    TestDeployment lab = two();
    List<String> told = new ArrayList<>();
    lab.listener(
        event -> {
          told.add(event.name());
          if (what.equals("error")) {
            throw new StackOverflowError("of the listener");
          }
          throw new IllegalStateException("of the listener");
        });
    try (DatXA datxa = lab.start()) {
      refuseFacts(lab);
      UUID datTxn = commit(datxa, 1).datTxn();
      Lab.shared().clickHouse().clearFaults();
      await().atMost(LIMIT).until(() -> datxa.recover().isClean());
      assertThat(datxa.outcome(datTxn)).isEqualTo(Outcome.COMMITTED);
      assertThat(told).containsExactly("RECOVERED");
      assertThat(catchThrowable(() -> commit(datxa, 2))).isNull();
    }
  }
}
