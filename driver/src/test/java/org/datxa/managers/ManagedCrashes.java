package org.datxa.managers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.datxa.crash.Standstill;
import org.datxa.lab.LabProcess;
import org.datxa.stores.TestDeployment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * SIGKILL of a process whose transaction spans DatXA and another database; the manager's own
 * recovery, with its own log, finishes it in a new process.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ManagedCrashes {
  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final int STRANGERS_SCANS = 4;
  private static final String NO_RECORDS = "records=[]";
  private static final Duration PAUSE = Duration.ofMillis(200);

  /** How DatXA is enlisted: once for all stores, or each store that can prepare by itself. */
  private static final List<String> SHAPES = List.of("composite", "split");

  /** Who is enlisted first, where the process is killed, and how many rows each store has then. */
  protected static final List<Arguments> ALL_KILLS =
      List.of(
          Arguments.of("ours", "other before prepare", 0),
          Arguments.of("other", "ours after prepare", 0),
          Arguments.of("ours", "ours before commit", 1),
          Arguments.of("ours", "other before commit", 1),
          Arguments.of("other", "ours before commit", 1),
          Arguments.of("other", "ours after commit", 1),
          Arguments.of("other", "pg before commitPrepared", 1),
          Arguments.of("ours", "ch before apply", 1),
          Arguments.of("ours", "ch after mark", 1));

  private final String manager;
  private final List<Arguments> kills;

  @TempDir private Path folder;

  /**
   * Crashes under a manager.
   *
   * @param manager the manager
   * @param kills those of all kills that are tried
   */
  protected ManagedCrashes(Class<? extends Managed> manager, List<Arguments> kills) {
    this.manager = manager.getName();
    this.kills = kills;
  }

  Stream<Arguments> kills() {
    return SHAPES.stream()
        .flatMap(shape -> kills.stream().map(kill -> in(shape, kill)))
        .filter(it -> it.get()[0].equals("composite") || !insideOurs((String) it.get()[2]));
  }

  private static Arguments in(String shape, Arguments kill) {
    return Arguments.of(shape, kill.get()[0], kill.get()[1], kill.get()[2]);
  }

  /** A store that can be stopped does not look as if it could be enlisted by itself. */
  private static boolean insideOurs(String at) {
    return at.startsWith("pg ") || at.startsWith("ch ");
  }

  @ParameterizedTest(name = "{0}, {1} first, {2}: {3} rows")
  @MethodSource("kills")
  void whenKilled_theManagerFinishesItAndForgetsIt(String shape, String first, String at, long rows)
      throws Exception {
    TestDeployment lab = deployment(shape);
    Properties values = values(lab, "one");
    kill(values, first, at);
    try (LabProcess recovery = recovery(values)) {
      scanUntil(new Stores(rows, rows, rows, 0, true), recovery, lab);
      // Split, it may have been killed before the resource of the journal was asked to vote.
      List<String> ends = rows == 0 ? List.of("ABORTED", "") : List.of("DONE");
      await().atMost(LIMIT).untilAsserted(() -> assertThat(lab.states()).isIn(ends));
    }
  }

  @Test
  void whenAnotherNodePreparedIt_itIsLeftAlone() throws Exception {
    TestDeployment lab = deployment("composite");
    kill(values(lab, "one"), "other", "ours after prepare");
    Stores prepared = new Stores(0, 0, 0, 2, true);
    try (LabProcess stranger = recovery(values(lab, "two"))) {
      for (int scan = 1; scan <= STRANGERS_SCANS; scan++) {
        assertThat(scan(stranger, scan)).contains("listed=1");
        assertThat(Stores.in(lab, NO_RECORDS)).isEqualTo(prepared);
      }
    }
    try (LabProcess own = recovery(values(lab, "one"))) {
      scanUntil(new Stores(0, 0, 0, 0, true), own, lab);
    }
  }

  /** How many rows each store has, and what is left over. */
  private record Stores(long pg, long ch, long other, long prepared, boolean logIsEmpty) {
    static Stores in(TestDeployment lab, String scanned) {
      return new Stores(
          lab.items("pg"),
          lab.facts("ch"),
          lab.items("other"),
          lab.prepared("pg") + lab.prepared("other"),
          scanned.contains(NO_RECORDS));
    }
  }

  private static TestDeployment deployment(String shape) {
    TestDeployment lab =
        new TestDeployment()
            .postgres("pg")
            .clickHouse("ch")
            .journal()
            .postgres("other")
            .set("recovery.interval_ms", "0");
    return lab.set("shape", shape);
  }

  /** The configuration of a process; the store {@code other} is the manager's and not DatXA's. */
  private Properties values(TestDeployment lab, String node) {
    Properties values = lab.without("other").values();
    values.setProperty(Scene.key("manager"), manager);
    values.setProperty(Scene.key("log"), folder.resolve("log-" + node).toString());
    values.setProperty(Scene.key("node"), node);
    values.setProperty(Scene.key("other"), lab.url("other"));
    return values;
  }

  private void kill(Properties values, String first, String at) {
    Properties worker = new Properties();
    worker.putAll(values);
    worker.setProperty(Scene.key("first"), first);
    String point = at;
    if (insideOurs(at)) {
      point = at.substring(3);
      String store = "stores." + at.substring(0, 2) + ".";
      worker.setProperty(store + "inner", worker.getProperty(store + "kind"));
      worker.setProperty(store + "kind", "stopping");
      worker.setProperty(store + "stop", point);
    } else {
      worker.setProperty(Scene.key("stop"), at);
    }
    try (LabProcess process = start(ManagedWorker.class, worker)) {
      process.send("go");
      process.awaitLine(Standstill.STOPPED + " " + point, LIMIT);
      process.kill9();
    }
  }

  private LabProcess recovery(Properties values) {
    Properties recovering = new Properties();
    recovering.putAll(values);
    recovering.setProperty("recovery.interval_ms", "200");
    return start(ManagedRecovery.class, recovering);
  }

  private LabProcess start(Class<?> main, Properties values) {
    String file = Scene.write(folder.resolve(main.getSimpleName() + ".properties"), values);
    LabProcess process = LabProcess.start(main, file);
    process.awaitLine(Standstill.READY, LIMIT);
    return process;
  }

  private static String scan(LabProcess recovery, int number) {
    recovery.send("scan");
    return recovery.awaitLine(ManagedRecovery.SCANNED + " " + number + " ", LIMIT);
  }

  private static void scanUntil(Stores end, LabProcess recovery, TestDeployment lab) {
    AtomicInteger number = new AtomicInteger();
    await()
        .pollDelay(Duration.ZERO)
        .pollInterval(PAUSE)
        .atMost(LIMIT)
        .untilAsserted(
            () ->
                assertThat(Stores.in(lab, scan(recovery, number.incrementAndGet())))
                    .isEqualTo(end));
  }
}
