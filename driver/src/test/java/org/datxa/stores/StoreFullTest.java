package org.datxa.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Random;
import java.util.stream.Stream;
import org.datxa.Commit;
import org.datxa.DatXA;
import org.datxa.Outcome;
import org.datxa.RetryPolicy;
import org.datxa.UnitOfWork;
import org.datxa.lab.Lab;
import org.datxa.lab.LabClickHouse;
import org.datxa.lab.LabDisk;
import org.datxa.lab.LabFault;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.error.DatXaException;
import org.datxa.spi.error.InDoubt;
import org.datxa.spi.error.StoreFull;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stores and journals without room: before the decision, after it, and asked beforehand. */
class StoreFullTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final String QUESTION = "system.disks";
  private static final long EVERYTHING = Long.MAX_VALUE;

  private final LabClickHouse clickHouse = Lab.shared().clickHouse();

  @AfterEach
  void clear() {
    clickHouse.clearFaults();
  }

  private static TestDeployment four() {
    return new TestDeployment().postgres("pg").drevo("graph").clickHouse("ch").iceberg("lake");
  }

  private static void write(TestDeployment lab, DatXA datxa, long id) throws SQLException {
    TestDeployment.insert(datxa, "pg", id);
    TestDeployment.node(datxa, "graph", id);
    TestDeployment.fact(datxa, "ch", id);
    lab.line(datxa, "lake", id);
  }

  private Commit commit(TestDeployment lab, DatXA datxa, long id) throws SQLException {
    try (UnitOfWork unit = datxa.begin()) {
      write(lab, datxa, id);
      return unit.commit();
    }
  }

  private StoreFull refused(TestDeployment lab, DatXA datxa, long id) throws SQLException {
    try (UnitOfWork unit = datxa.begin()) {
      write(lab, datxa, id);
      clickHouse.clearLog();
      return catchThrowableOfType(StoreFull.class, unit::commit);
    }
  }

  private long questions() {
    return clickHouse.log().stream().filter(it -> it.sql().contains(QUESTION)).count();
  }

  private static void assertAll(TestDeployment lab, long count) {
    assertThat(lab.items("pg")).isEqualTo(count);
    assertThat(lab.nodes("graph")).isEqualTo(count);
    assertThat(lab.facts("ch")).isEqualTo(count);
    assertThat(lab.lines("lake")).isEqualTo(count);
    assertThat(lab.prepared("pg")).isZero();
    assertThat(lab.preparedInGraph("graph")).isZero();
  }

  @Test
  void e6_minFreeIsOffByDefaultAndOneQuestionPerStoreAndCommitWhenOn() throws SQLException {
    TestDeployment lab = four().journal();
    try (DatXA datxa = lab.start()) {
      clickHouse.clearLog();
      commit(lab, datxa, 1);
      assertThat(questions()).as("off").isZero();
    }
    try (DatXA datxa = lab.set("min_free", "1").start()) {
      clickHouse.clearLog();
      commit(lab, datxa, 2);
      assertThat(questions()).as("on").isEqualTo(1);
      clickHouse.clearLog();
      try (UnitOfWork unit = datxa.begin()) {
        TestDeployment.insert(datxa, "pg", 3);
        TestDeployment.node(datxa, "graph", 3);
        TestDeployment.run(datxa, "ch", "SELECT count() FROM fact");
        unit.commit();
      }
      assertThat(questions()).as("only read").isZero();
    }
    assertThat(lab.items("pg")).isEqualTo(3);
  }

  @Test
  void e6_belowTheLimitNothingIsStagedOrPrepared() throws SQLException {
    TestDeployment lab = four().journal().set("min_free", Long.toString(EVERYTHING));
    try (DatXA datxa = lab.start()) {
      StoreFull full = refused(lab, datxa, 1);
      assertThat(full.store().orElseThrow()).isIn("ch", "lake");
      assertThat(full.freeBytes()).isPresent();
      assertThat(full).hasMessageContaining(full.freeBytes().getAsLong() + " bytes");
      assertThat(clickHouse.log()).as("no staging").noneMatch(it -> it.sql().contains("fact"));
      assertThat(lab.states()).isEmpty();
      assertAll(lab, 0);
      try (UnitOfWork unit = datxa.begin()) { // those that cannot tell pass
        TestDeployment.insert(datxa, "pg", 2);
        TestDeployment.node(datxa, "graph", 2);
        assertThat(unit.commit().how()).isEqualTo(Commit.How.COMMITTED);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"error", "drop"})
  void e6_questionThatFailsPasses(String trouble) throws SQLException {
    TestDeployment lab = four().journal().set("min_free", "1");
    try (DatXA datxa = lab.start()) {
      LabFault at = LabFault.before(QUESTION);
      int fault = clickHouse.fault(trouble.equals("error") ? at.error(241) : at.drop());
      assertThat(commit(lab, datxa, 1).how()).isEqualTo(Commit.How.COMMITTED);
      assertThat(clickHouse.faultHits(fault)).isEqualTo(1);
    }
    assertAll(lab, 1);
  }

  @Test
  void e6_diskOfTheWarehouseIsAsked() throws SQLException {
    assumeThat(LabDisk.isPossible()).isTrue();
    try (LabDisk disk = LabDisk.of(1 << 20)) {
      TestDeployment lab = new TestDeployment().postgres("pg").journal();
      lab.icebergIn("lake", disk.path()).set("min_free", "500000");
      try (DatXA datxa = lab.start()) {
        disk.fill(400_000);
        StoreFull full = catchThrowableOfType(StoreFull.class, () -> pgAndLake(lab, datxa, 1));
        assertThat(full.store()).contains("lake");
        assertThat(full.freeBytes().orElseThrow()).isBetween(1L, 499_999L);
        disk.free();
        assertThat(pgAndLake(lab, datxa, 1).how()).isEqualTo(Commit.How.COMMITTED);
        assertThat(lab.lines("lake")).isEqualTo(1);
      }
    }
  }

  private static Commit pgAndLake(TestDeployment lab, DatXA datxa, long id) throws SQLException {
    try (UnitOfWork unit = datxa.begin()) {
      TestDeployment.insert(datxa, "pg", id);
      lab.line(datxa, "lake", id);
      return unit.commit();
    }
  }

  @Test
  void e3_whenTheWarehouseIsFullAtStage_nothingIsLeftAndTheFunctionIsNotRunAgain()
      throws Exception {
    assumeThat(LabDisk.isPossible()).isTrue();
    try (LabDisk disk = LabDisk.of(1 << 20)) {
      TestDeployment lab = new TestDeployment().postgres("pg").journal();
      lab.icebergIn("lake", disk.path()).set("stores.lake.inline_append_bytes", "0");
      try (DatXA datxa = lab.start()) {
        disk.fill(0);
        int[] runs = {0};
        StoreFull full =
            catchThrowableOfType(
                StoreFull.class,
                () ->
                    datxa.call(
                        unit -> {
                          runs[0]++;
                          TestDeployment.insert(datxa, "pg", 1);
                          lab.line(datxa, "lake", 1);
                          return null;
                        }));
        assertThat(full.store()).contains("lake");
        assertThat(full.freeBytes().orElseThrow()).isLessThan(8192);
        assertThat(runs[0]).isEqualTo(1);
        assertThat(lab.items("pg")).isZero();
        assertThat(stagedIn(disk.path())).isZero();
        disk.free();
        assertThat(pgAndLake(lab, datxa, 2).how()).isEqualTo(Commit.How.COMMITTED);
      }
    }
  }

  private static long stagedIn(Path warehouse) throws Exception {
    try (Stream<Path> files = Files.walk(warehouse)) {
      return files.filter(it -> it.toString().endsWith(".parquet")).count();
    }
  }

  @Test
  void e3_whenTheWarehouseIsFullAfterTheDecision_recoveryFinishesWhenThereIsRoom()
      throws SQLException {
    assumeThat(LabDisk.isPossible()).isTrue();
    try (LabDisk disk = LabDisk.of(1 << 20)) {
      TestDeployment lab = new TestDeployment().postgres("pg").journal().set("settle_ms", "300");
      lab.icebergIn("lake", disk.path());
      try (DatXA datxa = lab.start()) {
        disk.fill(0);
        Commit commit = pgAndLake(lab, datxa, 1);
        assertThat(commit.pending()).containsExactly("lake");
        assertThat(lab.items("pg")).isEqualTo(1);
        assertThat(datxa.recover().pending()).isEqualTo(1);
        assertThat(datxa.outcome(commit.datTxn())).isEqualTo(Outcome.PENDING);
        disk.free();
        await().atMost(LIMIT).until(() -> datxa.recover().isClean());
        assertThat(datxa.outcome(commit.datTxn())).isEqualTo(Outcome.COMMITTED);
        assertThat(lab.lines("lake")).isEqualTo(1);
      }
    }
  }

  @Test
  void e3_whenClickHouseIsFullAfterTheDecision_recoveryFinishesWhenThereIsRoom()
      throws SQLException {
    TestDeployment lab = four().journal();
    String table = lab.database("ch") + ".fact";
    String limit = " SETTING min_free_disk_bytes_to_perform_insert";
    try (DatXA datxa = lab.start()) {
      clickHouse.execute("ALTER TABLE " + table + " MODIFY" + limit + " = 1000000000000000");
      Commit commit = commit(lab, datxa, 1);
      assertThat(commit.pending()).containsExactly("ch");
      assertThat(lab.lines("lake")).isEqualTo(1);
      assertThat(datxa.recover().pending()).isEqualTo(1);
      clickHouse.execute("ALTER TABLE " + table + " RESET" + limit);
      await().atMost(LIMIT).until(() -> datxa.recover().isClean());
      assertThat(datxa.outcome(commit.datTxn())).isEqualTo(Outcome.COMMITTED);
    }
    assertAll(lab, 1);
  }

  @Test
  void e3_whenAStatementMeetsAFullTablespace_theFunctionEndsWithAStoreFull() {
    assumeThat(LabDisk.isPossible()).isTrue();
    try (LabDisk disk = LabDisk.of(1 << 20)) {
      TestDeployment lab = four().journal();
      String space = "space_" + lab.database("pg");
      lab.execute("pg", "CREATE TABLESPACE " + space + " LOCATION '" + disk.path() + "'");
      lab.execute("pg", "CREATE TABLE big (x text) TABLESPACE " + space);
      String fill = "INSERT INTO big SELECT repeat('x', 500) FROM generate_series(1, 9999)";
      try (DatXA datxa = lab.start()) {
        StoreFull full =
            catchThrowableOfType(
                StoreFull.class,
                () ->
                    datxa.call(
                        unit -> {
                          write(lab, datxa, 1);
                          TestDeployment.run(datxa, "pg", fill);
                          return null;
                        }));
        assertThat(full.store()).contains("pg");
        assertThat(full.kind()).isEqualTo(ErrorKind.STORE_FULL);
        assertThat(full).hasRootCauseInstanceOf(SQLException.class);
        assertAll(lab, 0);
      } finally {
        lab.execute("pg", "DROP TABLE big");
        lab.execute("pg", "DROP TABLESPACE " + space);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "recorded"})
  void e3_whenTheJournalsDiskIsFull_nothingIsHalfAndItGoesOnWhenThereIsRoom(String intent)
      throws SQLException {
    assumeThat(LabDisk.isPossible()).isTrue();
    try (LabDisk disk = LabDisk.of(24 << 20)) {
      TestDeployment lab = four().journal().set("journal.intent", intent);
      lab.set("settle_ms", "1000").set("stores.lake.inline_append_bytes", "1000000");
      String space = "space_" + lab.database("journal");
      lab.execute("pg", "CREATE TABLESPACE " + space + " LOCATION '" + disk.path() + "'");
      lab.execute("pg", "ALTER DATABASE " + lab.database("journal") + " SET TABLESPACE " + space);
      try (DatXA datxa = lab.start()) {
        commit(lab, datxa, 1);
        disk.fill(0);
        StoreFull full = catchThrowableOfType(StoreFull.class, () -> large(lab, datxa));
        assertThat(full.store()).isEmpty();
        assertThat(full).hasMessageContaining("journal");
        assertAll(lab, 1);
        disk.free();
        large(lab, datxa);
        await().atMost(LIMIT).until(() -> datxa.recover().isClean());
        assertThat(lab.items("pg")).isEqualTo(2);
        assertThat(lab.lines("lake")).isEqualTo(3);
      } finally {
        lab.execute(
            "pg", "ALTER DATABASE " + lab.database("journal") + " SET TABLESPACE pg_default");
        lab.execute("pg", "DROP TABLESPACE " + space);
      }
    }
  }

  /** A record that needs new pages: rows that cannot be compressed travel in it. */
  private static void large(TestDeployment lab, DatXA datxa) throws SQLException {
    byte[] noise = new byte[200_000];
    new Random(7).nextBytes(noise);
    datxa.call(
        RetryPolicy.ONCE,
        unit -> {
          write(lab, datxa, 2);
          lab.line(datxa, "lake", 3, java.util.Base64.getEncoder().encodeToString(noise));
          return null;
        });
  }

  @Test
  void e3_whenTheJournalsFileHasNoRoom_nothingIsHalfAndANewProcessGoesOn() throws SQLException {
    assumeThat(LabDisk.isPossible()).isTrue();
    try (LabDisk disk = LabDisk.of(2 << 20)) {
      TestDeployment lab = four().set("journal", "file://" + disk.path().resolve("journal"));
      lab.set("settle_ms", "1000").set("stores.lake.inline_append_bytes", "1000000");
      DatXaException refused;
      try (DatXA datxa = lab.start()) {
        commit(lab, datxa, 1);
        disk.fill(0);
        refused = catchThrowableOfType(DatXaException.class, () -> large(lab, datxa));
        assertThat(refused).isInstanceOfAny(StoreFull.class, InDoubt.class);
        assertThat(lab.items("pg")).as("nothing half").isEqualTo(1);
        assertThat(lab.lines("lake")).isEqualTo(1);
        disk.free();
      }
      try (DatXA datxa = lab.start()) {
        await().atMost(LIMIT).until(() -> datxa.recover().isClean());
        boolean decided = datxa.outcome(refused.datTxn().orElseThrow()) == Outcome.COMMITTED;
        assertAll(lab, decided ? 2 : 1);
        commit(lab, datxa, 9);
      }
    }
  }
}
