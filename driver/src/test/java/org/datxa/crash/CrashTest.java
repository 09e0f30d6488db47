package org.datxa.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import java.util.stream.Stream;
import org.datxa.DatXA;
import org.datxa.lab.Lab;
import org.datxa.lab.LabFault;
import org.datxa.lab.LabProcess;
import org.datxa.lab.LabProxy;
import org.datxa.stores.TestDeployment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SIGKILL of the coordinator at a step, recovery in another process, on real stores. */
class CrashTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @TempDir private Path folder;

  @ParameterizedTest(name = "{0} {1}: {2} rows, {3}")
  @CsvSource({
    "pg, before prepare, 0, jta",
    "pg, after prepare, 0, uow",
    "pg, before commitPrepared, 1, jta",
    "pg, after commitPrepared, 1, uow",
    "ch, after stage, 0, uow",
    "ch, before apply, 1, jta",
    "ch, after apply, 1, uow",
    "ch, before mark, 1, uow",
    "ch, after mark, 1, jta",
    "graph, before prepare, 0, jta",
    "graph, after prepare, 0, uow",
    "graph, before commitPrepared, 1, jta",
    "graph, after commitPrepared, 1, uow",
    "lake, after stage, 0, jta",
    "lake, before apply, 1, uow",
    "lake, after apply, 1, jta",
  })
  void whenKilledAtAStep_allStoresAgree(String store, String point, long rows, String way)
      throws IOException {
    TestDeployment lab = four().journal();
    killAt(lab, store, point, way, lab.values());
    recoverAndCheck(lab, rows);
  }

  @ParameterizedTest(name = "co-located: {0}: {1} rows")
  @CsvSource({"before commitDeciding, 0", "after commitDeciding, 1"})
  void whenKilledAtTheCoLocatedDecision_allStoresAgree(String point, long rows) throws IOException {
    TestDeployment lab = four().set("journal", "store:pg");
    killAt(lab, "pg", point, "jta", lab.values());
    recoverAndCheck(lab, rows);
  }

  @Test
  void whenKilledBeforeTheDecisionIsWritten_nothingIsLeft() throws IOException {
    TestDeployment lab = four().journal();
    try (LabProxy proxy = Lab.shared().newPostgresProxy()) {
      Properties values = lab.values();
      values.setProperty("journal", proxy.through(values.getProperty("journal")));
      try (LabProcess worker = worker("jta", values)) {
        worker.awaitLine(Standstill.READY, LIMIT);
        // The state travels as a value of the statement that decides.
        int number = proxy.fault(LabFault.before("(?<!READ )COMMITTED").hang());
        worker.send("go");
        await().atMost(LIMIT).until(() -> proxy.faultHits(number) > 0);
        worker.kill9();
      }
    }
    recoverAndCheck(lab, 0);
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({
    "pg, before prepare, 0",
    "pg, before commitPrepared, 1",
    "graph, before prepare, 0",
    "graph, before commitPrepared, 1",
    "ch, before apply, 1",
    "ch, before mark, 1",
    "lake, before apply, 1"
  })
  void whenTheCoordinatorComesBackAfterRecovery_nothingIsDoubledOrRemoved(
      String store, String point, long rows) throws IOException {
    TestDeployment lab = four().journal();
    try (LabProcess zombie = stopped(store, point, "uow", lab.values())) {
      if (rows == 0) {
        // Nothing of it can be seen yet; the zombie's late commit is then its own and whole.
        zombie.send("go on");
        zombie.awaitLine("COMMITTED", LIMIT);
        recoverAndCheck(lab, 1);
        return;
      }
      recoverAndCheck(lab, rows);
      zombie.send("go on");
      zombie.awaitLine("COMMITTED", LIMIT);
    }
    recoverAndCheck(lab, rows);
  }

  @Test
  void whenPreparedAndFrozen_recoveryForbidsTheDecisionAndTheZombieIsRefused() throws IOException {
    TestDeployment lab = four().journal();
    try (LabProcess zombie = stopped("pg", "after prepare", "uow", lab.values())) {
      recoverAndCheck(lab, 0);
      zombie.send("go on");
      zombie.awaitLine("ABORTED", LIMIT);
    }
    recoverAndCheck(lab, 0);
  }

  @ParameterizedTest(name = "{0}: {1} rows")
  @CsvSource({"after stage, 0", "before apply, 1"})
  void c3_whenFilesWereStaged_theyAreGoneOrCommitted(String point, long rows) throws IOException {
    TestDeployment lab = four().journal().set("stores.lake.inline_append_bytes", "0");
    killAt(lab, "lake", point, "jta", lab.values());
    assertThat(stagedFiles(lab)).isEqualTo(1);
    recoverAndCheck(lab.set("timeout_ms", "1"), rows);
    await().atMost(LIMIT).untilAsserted(() -> assertThat(stagedFiles(lab)).isEqualTo(rows));
  }

  private static long stagedFiles(TestDeployment lab) {
    Path staged = Path.of(path(lab.table("lake").location()), "data", "dat");
    try (Stream<Path> files = Files.exists(staged) ? Files.walk(staged) : Stream.empty()) {
      return files.filter(Files::isRegularFile).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String path(String location) {
    return location.startsWith("file:") ? URI.create(location).getPath() : location;
  }

  @Test
  void whenTwoProcessesRecoverAtOnce_eachBranchIsAppliedOnce() throws IOException {
    TestDeployment lab = four().journal();
    killAt(lab, "pg", "before commitPrepared", "jta", lab.values());
    try (LabProcess one = LabProcess.start(CrashRecovery.class, file(lab.values(), "one"));
        LabProcess two = LabProcess.start(CrashRecovery.class, file(lab.values(), "two"))) {
      one.awaitLine("RECOVERED", LIMIT);
      two.awaitLine("RECOVERED", LIMIT);
    }
    recoverAndCheck(lab, 1);
    assertThat(lab.states()).isEqualTo("DONE");
  }

  private static TestDeployment four() {
    return new TestDeployment()
        .postgres("pg")
        .drevo("graph")
        .clickHouse("ch")
        .iceberg("lake")
        .set("stores.ch.claim_ms", "6000");
  }

  private void killAt(TestDeployment lab, String store, String point, String way, Properties values)
      throws IOException {
    try (LabProcess worker = stopped(store, point, way, values)) {
      worker.kill9();
    }
    assertThat(lab.lines("lake")).isLessThanOrEqualTo(1);
  }

  private LabProcess stopped(String store, String point, String way, Properties values)
      throws IOException {
    String prefix = "stores." + store + ".";
    values.setProperty(prefix + "inner", values.getProperty(prefix + "kind"));
    values.setProperty(prefix + "kind", "stopping");
    values.setProperty(prefix + "stop", point);
    LabProcess worker = worker(way, values);
    worker.awaitLine(Standstill.READY, LIMIT);
    worker.send("go");
    worker.awaitLine(Standstill.STOPPED + " " + point, LIMIT);
    return worker;
  }

  private LabProcess worker(String way, Properties values) throws IOException {
    return LabProcess.start(CrashWorker.class, file(values, "worker"), way);
  }

  private String file(Properties values, String name) throws IOException {
    Path file = folder.resolve(name + ".properties");
    try (Writer writer = Files.newBufferedWriter(file)) {
      values.store(writer, null);
    }
    return file.toString();
  }

  private static void recoverAndCheck(TestDeployment lab, long rows) {
    try (DatXA datxa = lab.start()) {
      await()
          .atMost(LIMIT)
          .untilAsserted(
              () -> {
                assertThat(datxa.recover().isClean()).isTrue();
                assertThat(lab.items("pg")).isEqualTo(rows);
                assertThat(lab.nodes("graph")).isEqualTo(rows);
                assertThat(lab.preparedInGraph("graph")).isZero();
                assertThat(lab.facts("ch")).isEqualTo(rows);
                assertThat(lab.lines("lake")).isEqualTo(rows);
                assertThat(lab.prepared("pg")).isZero();
              });
    }
  }
}
