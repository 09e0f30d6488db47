package org.datxa.managers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.datxa.crash.Standstill;
import org.datxa.lab.Lab;
import org.datxa.lab.LabProcess;
import org.datxa.stores.TestDeployment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that commits and recovers all the time is killed again and again, while DatXA's own
 * recovery runs in it and here.
 */
public abstract class ManagedLoops {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final int KILLS = 2;
  private static final long IDS_OF_A_PROCESS = 100_000;

  private final String manager;
  private final TreeSet<Long> committed = new TreeSet<>();

  @TempDir private Path folder;

  /**
   * Loops under a manager.
   *
   * @param manager the manager
   */
  protected ManagedLoops(Class<? extends Managed> manager) {
    this.manager = manager.getName();
  }

  @Test
  void whenKilledAgainAndAgain_bothRecoveriesTogetherLeaveNothingHalf() throws Exception {
    long seed = Long.getLong("datxa.seed", System.nanoTime());
    System.out.println("datxa.seed=" + seed);
    TestDeployment lab =
        new TestDeployment()
            .postgres("pg")
            .clickHouse("ch")
            .journal()
            .postgres("other")
            .set("recovery.interval_ms", "300");
    Properties values = values(lab);
    try (var here = lab.without("other").start()) {
      killAgainAndAgain(values, new Random(seed));
      try (LabProcess last = start(ManagedRecovery.class, values)) {
        AtomicInteger number = new AtomicInteger();
        await()
            .pollDelay(Duration.ZERO)
            .pollInterval(PAUSE)
            .atMost(LIMIT)
            .untilAsserted(() -> requireWhole(lab, scan(last, number.incrementAndGet())));
      }
      assertThat(here.recover().isClean()).isTrue();
    }
  }

  private void killAgainAndAgain(Properties values, Random random) {
    for (int kill = 1; kill <= KILLS; kill++) {
      values.setProperty(Scene.key("first_id"), Long.toString(kill * IDS_OF_A_PROCESS));
      try (LabProcess process = start(ManagedLoop.class, values)) {
        process.send("go");
        String last =
            ManagedLoop.COMMITTED + " " + (kill * IDS_OF_A_PROCESS + 10 + random.nextInt(20)) + "$";
        process.awaitLine(last, LIMIT);
        process.kill9();
        process.lines().stream()
            .filter(line -> line.matches(ManagedLoop.COMMITTED + " \\d+"))
            .map(line -> Long.valueOf(line.substring(ManagedLoop.COMMITTED.length() + 1)))
            .forEach(committed::add);
      }
    }
    assertThat(committed).hasSizeGreaterThan(KILLS * 5);
  }

  private void requireWhole(TestDeployment lab, String scanned) {
    List<String> ids = List.of(lab.text("pg", ids()).split(",", -1));
    assertThat(List.of(lab.text("other", ids()).split(",", -1))).isEqualTo(ids);
    assertThat(
            Lab.shared()
                .clickHouse()
                .query("SELECT id FROM " + lab.database("ch") + ".fact ORDER BY id"))
        .isEqualTo(ids);
    assertThat(ids).containsAll(committed.stream().map(String::valueOf).toList());
    assertThat(lab.prepared("pg") + lab.prepared("other")).isZero();
    assertThat(scanned).contains("records=[]");
    assertThat(lab.states().split(" ", -1)).containsOnly("DONE", "ABORTED");
  }

  private static String ids() {
    return "SELECT string_agg(id::text, ',' ORDER BY id) FROM item";
  }

  private Properties values(TestDeployment lab) {
    Properties values = lab.without("other").values();
    values.setProperty(Scene.key("manager"), manager);
    values.setProperty(Scene.key("log"), folder.resolve("log").toString());
    values.setProperty(Scene.key("node"), "loop");
    values.setProperty(Scene.key("other"), lab.url("other"));
    return values;
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
}
