package org.datxa.trouble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.datxa.bridge.drevo.DrevoException;
import org.datxa.bridge.drevo.DrevoSession;
import org.datxa.lab.Lab;
import org.datxa.lab.LabFault;
import org.datxa.lab.LabProxy;
import org.datxa.stores.TestDeployment;
import org.datxa.trouble.Bed.Told;
import org.datxa.trouble.Step.End;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Partitions that concern several callers, several stores, or the end of a deployment. */
class PartitionTest {
  private static final int POOL = 4; // as Bed.impatient says
  private static final Map<Place, LabProxy> PROXIES = new EnumMap<>(Place.class);
  private static Bed bed;

  /** A server, and a message to it at which waiting is interesting. */
  enum Place {
    POSTGRES("PREPARE TRANSACTION"),
    DREVO("drevo.tx.prepare"),
    CLICKHOUSE("INSERT INTO \\S*fact"),
    CATALOG("UPDATE iceberg_tables"),
    JOURNAL("INSERT INTO [^;]*dat_journal");

    private final String message;

    Place(String message) {
      this.message = message;
    }

    LabProxy proxy() {
      return PROXIES.get(this);
    }
  }

  @BeforeAll
  static void start() {
    bed = new Bed(Bed.impatient(deployment(PROXIES)));
  }

  private static TestDeployment deployment(Map<Place, LabProxy> proxies) {
    Lab lab = Lab.shared();
    proxies.put(Place.POSTGRES, lab.newPostgresProxy());
    proxies.put(Place.DREVO, lab.newDrevoProxy());
    proxies.put(Place.CLICKHOUSE, lab.newClickHouseProxy());
    proxies.put(Place.CATALOG, lab.newPostgresProxy());
    proxies.put(Place.JOURNAL, lab.newPostgresProxy());
    TestDeployment all = new TestDeployment();
    all.postgres("pg").drevo("graph").clickHouse("ch").iceberg("lake").journal();
    all.postgresAt("pg", proxies.get(Place.POSTGRES).through(all.url("pg")));
    through(all, "stores.graph.url", proxies.get(Place.DREVO));
    through(all, "stores.ch.url", proxies.get(Place.CLICKHOUSE));
    through(all, "stores.lake.catalog.uri", proxies.get(Place.CATALOG));
    all.set(
        "stores.lake.catalog.uri", TroubleContract.asText(all.value("stores.lake.catalog.uri")));
    all.journalAt(TroubleContract.asText(proxies.get(Place.JOURNAL).through(all.url("journal"))));
    return all;
  }

  private static void through(TestDeployment all, String key, LabProxy proxy) {
    all.set(key, proxy.through(all.value(key)));
  }

  @AfterAll
  static void end() {
    bed.close();
    PROXIES.values().forEach(LabProxy::close);
  }

  @AfterEach
  void calm() {
    PROXIES.values().forEach(LabProxy::heal);
  }

  @Test
  void whenTwoStoresAreInTroubleAtOnce_theOthersAreFinishedAndThenThose() {
    partitionAt(Place.CLICKHOUSE, LabFault.before(Place.CLICKHOUSE.message));
    LabProxy postgres = Place.POSTGRES.proxy();
    postgres.fault(
        LabFault.before("COMMIT PREPARED").drop(),
        () -> {
          postgres.refuse();
          postgres.dropAll();
        });
    Told told = bed.attempt();
    assertThat(told.end()).as("%s", told).isEqualTo(End.PENDING);
    assertThat(told.why()).contains("pg", "ch").doesNotContain("graph", "lake");
    bed.requireNoGuess(told, bed.outcome(told));
    calm();
    bed.requireEnded(told);
    bed.requireNext();
  }

  @Test
  void whenOneStoreIsAway_recoveryFinishesTheOthersAndKeepsTheRecord() {
    Place.POSTGRES.proxy().fault(LabFault.before("COMMIT PREPARED").drop().always());
    Place.DREVO.proxy().fault(LabFault.before("commitPrepared").drop().always());
    Told told = bed.attempt();
    assertThat(told.end()).as("%s", told).isEqualTo(End.PENDING);
    Place.DREVO.proxy().heal();
    Place.POSTGRES.proxy().network().partition();
    await()
        .atMost(Bed.LIMIT)
        .untilAsserted(
            () -> {
              assertThat(bed.bounded("recover()", bed.datxa()::recover).isClean()).isFalse();
              assertThat(bed.lab().preparedInGraph("graph")).isZero();
            });
    assertThat(bed.lab().prepared("pg")).isEqualTo(1);
    assertThat(bed.lab().states()).contains("COMMITTED");
    calm();
    bed.requireEnded(told);
    bed.requireNext();
  }

  @ParameterizedTest
  @EnumSource(names = {"POSTGRES", "CLICKHOUSE", "CATALOG", "JOURNAL"})
  void whenAPartitionHealsWhileManyWait_eachTakesEffectOnceOrNotAtAll(Place place)
      throws Exception {
    int number = partitionAt(place, LabFault.before(place.message));
    List<CompletableFuture<Told>> all = new ArrayList<>();
    for (int i = 0; i < 2 * POOL; i++) {
      long id = bed.nextId();
      all.add(aside(() -> bed.transaction(id)));
    }
    await().atMost(Bed.LIMIT).until(() -> place.proxy().faultHits(number) > 0);
    TimeUnit.MILLISECONDS.sleep(200); // others may come to wait behind the first
    place.proxy().heal();
    for (CompletableFuture<Told> one : all) {
      Told told = one.get(Bed.LIMIT.toSeconds(), TimeUnit.SECONDS);
      bed.settle(told);
    }
    bed.requireRows();
    bed.requireNext();
  }

  @ParameterizedTest
  @EnumSource
  void whenPoolsAreAtTheirLimitInAPartition_allCallersReturnAndNoConnectionIsLost(Place place)
      throws Exception {
    place.proxy().network().partition();
    List<CompletableFuture<Told>> all = new ArrayList<>();
    for (int i = 0; i < 3 * POOL; i++) {
      long id = bed.nextId();
      all.add(aside(() -> bed.transaction(id)));
    }
    List<Told> told = new ArrayList<>();
    for (CompletableFuture<Told> one : all) {
      told.add(one.get(2 * Bed.LIMIT.toSeconds(), TimeUnit.SECONDS));
    }
    place.proxy().heal();
    told.forEach(bed::settle);
    requireWholePools();
    bed.requireNext();
  }

  /** As many at once as the pools hold, each holding a connection until all have one. */
  private static void requireWholePools() throws Exception {
    CyclicBarrier barrier = new CyclicBarrier(POOL);
    List<CompletableFuture<Long>> all = new ArrayList<>();
    for (int i = 0; i < POOL; i++) {
      all.add(
          aside(
              () ->
                  bed.datxa()
                      .call(
                          unit -> {
                            try (Connection pg = bed.datxa().dataSource("pg").getConnection();
                                Statement statement = pg.createStatement()) {
                              statement.execute("SELECT 1");
                              bed.datxa()
                                  .facade("graph", DrevoSession.class)
                                  .run("MATCH (n:Nothing) RETURN n", Map.of());
                              barrier.await(Bed.LIMIT.toSeconds(), TimeUnit.SECONDS);
                              return 1L;
                            }
                          })
                      .value()));
    }
    for (CompletableFuture<Long> one : all) {
      assertThat(one.get(Bed.LIMIT.toSeconds(), TimeUnit.SECONDS)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void whenAWaitingThreadIsInterrupted_theAnswerIsRightAndTheInterruptIsKept(Place place)
      throws Exception {
    int number = partitionAt(place, LabFault.before(place.message));
    long id = bed.nextId();
    boolean[] kept = new boolean[1];
    FutureTask<Told> task =
        new FutureTask<>(
            () -> {
              Told told = bed.transaction(id);
              kept[0] = Thread.currentThread().isInterrupted();
              return told;
            });
    Thread thread = new Thread(task, "interrupted");
    thread.setDaemon(true);
    thread.start();
    await().atMost(Bed.LIMIT).until(() -> place.proxy().faultHits(number) > 0);
    thread.interrupt();
    Told told = task.get(Bed.LIMIT.toSeconds(), TimeUnit.SECONDS);
    assertThat(kept[0]).as("interrupt kept after %s", told).isTrue();
    bed.requireNoGuess(told, bed.outcome(told));
    place.proxy().heal();
    bed.requireEnded(told);
    bed.requireNext();
  }

  @Test
  void whenStoresFallSilentUnderReads_theReadsEnd() {
    calm();
    bed.requireNext();
    partitionAll(PROXIES);
    for (String store : new String[] {"pg", "ch"}) {
      bed.bounded(
          "a read of " + store,
          () -> {
            try (Connection connection = bed.datxa().dataSource(store).getConnection();
                Statement statement = connection.createStatement()) {
              statement.executeQuery("SELECT 1").close();
              throw new AssertionError("It was answered");
            } catch (SQLException e) {
              return e;
            }
          });
    }
    bed.bounded("a read of the graph", PartitionTest::readOfTheGraph);
    calm();
    bed.requireNext();
  }

  @Test
  void whenStoresFallSilentForLong_noThreadsPileUp() {
    bed.requireNext();
    List<String> names = List.of("Neo4jDriverIO", "PostgreSQL JDBC driver connection thread");
    List<Long> before = names.stream().map(PartitionTest::threads).toList();
    Place.POSTGRES.proxy().network().partition();
    Place.DREVO.proxy().network().partition();
    for (int i = 0; i < 2 * POOL; i++) {
      bed.bounded("a read of the graph", PartitionTest::readOfTheGraph);
      assertThat(bed.attempt().end()).isEqualTo(End.ABORTED);
    }
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      long most = before.get(i) + 2;
      await()
          .atMost(Bed.LIMIT)
          .untilAsserted(() -> assertThat(threads(name)).as(name).isLessThanOrEqualTo(most));
    }
    calm();
    bed.requireNext();
  }

  @Test
  void whenTheJournalFallsSilent_aPassOfRecoveryAsksItOnce() {
    LabProxy journal = Place.JOURNAL.proxy();
    int number = journal.fault(LabFault.before("pg_is_in_recovery").hang().always());
    assertThat(bed.bounded("recover()", bed.datxa()::recover).isClean()).isFalse();
    assertThat(journal.faultHits(number)).isEqualTo(1);
    assertThat(bed.lab().events).extracting("name").contains("UNREACHABLE");
    calm();
    bed.requireNext();
  }

  private static DrevoException readOfTheGraph() {
    try {
      bed.datxa().facade("graph", DrevoSession.class).run("MATCH (n) RETURN n", Map.of());
      throw new AssertionError("It was answered");
    } catch (DrevoException e) {
      return e;
    }
  }

  private static long threads(String name) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith(name))
        .count();
  }

  @Test
  void whenNothingAnswers_startingIsRefusedAndReturns() {
    Map<Place, LabProxy> proxies = new EnumMap<>(Place.class);
    TestDeployment lab = Bed.impatient(deployment(proxies));
    try {
      partitionAll(proxies);
      bed.bounded(
          "start()",
          () -> {
            assertThatThrownBy(lab::start).isInstanceOf(RuntimeException.class);
            return null;
          });
      proxies.values().forEach(LabProxy::heal);
      bed.bounded("start()", lab::start).close();
    } finally {
      proxies.values().forEach(LabProxy::close);
    }
  }

  @Test
  void whenNothingAnswers_closingReturns() throws Exception {
    Map<Place, LabProxy> proxies = new EnumMap<>(Place.class);
    Bed other = new Bed(Bed.impatient(deployment(proxies).set("recovery.interval_ms", "50")));
    try {
      other.requireNext();
      partitionAll(proxies);
      long id = other.nextId();
      CompletableFuture<Told> working = aside(() -> other.transaction(id));
      other.close();
      working.get(Bed.LIMIT.toSeconds(), TimeUnit.SECONDS);
    } finally {
      proxies.values().forEach(LabProxy::close);
    }
  }

  private static void partitionAll(Map<Place, LabProxy> proxies) {
    proxies.values().forEach(proxy -> proxy.network().partition());
  }

  private static int partitionAt(Place place, LabFault fault) {
    LabProxy proxy = place.proxy();
    return proxy.fault(fault.pass(), proxy.network()::partition);
  }

  private static <T> CompletableFuture<T> aside(Callable<T> call) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                result.complete(call.call());
              } catch (Throwable e) {
                result.completeExceptionally(e);
              }
            },
            "aside");
    thread.setDaemon(true);
    thread.start();
    return result;
  }
}
