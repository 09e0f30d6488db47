package org.datxa.lab.drevo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.datxa.lab.LabDrevo;
import org.datxa.lab.LabFault;
import org.datxa.lab.drevo.bolt.BoltClient;
import org.datxa.lab.drevo.bolt.Tags;
import org.datxa.lab.drevo.graph.DrevoFailure;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server in a process of its own that is killed, and many clients at a time. */
class DrevoDurabilityTest {

  private static final int THREADS = 4;
  private static final String OUTDATED = "Neo.TransientError.Transaction.Outdated";
  private static final String FENCE = "Neo.TransientError.Transaction.LockAcquisitionTimeout";

  private static LabDrevo server;

  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
  private String db;

  /** What a client does in a loop until its connection ends. */
  private interface Work {
    void run(BoltClient client, int thread, int round) throws IOException;
  }

  @BeforeAll
  static void start() {
    server = LabDrevo.builder().tickByHand().start();
  }

  @AfterAll
  static void end() {
    server.close();
  }

  @BeforeEach
  void createDatabase() {
    Assumptions.assumeTrue(server.hasFaultSwitch(), "the lab does not kill others' servers");
    db = server.newDatabase("d");
  }

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  private BoltClient client() throws IOException {
    return BoltClient.connect(server.host(), server.port()).login("", "");
  }

  private Future<?> untilItEnds(int thread, Work work) {
    return threads.submit(
        () -> {
          try (BoltClient client = client()) {
            for (int round = 0; ; round++) {
              work.run(client, thread, round);
            }
          } catch (EOFException | SocketException e) {
            return null;
          }
        });
  }

  private Set<String> titles() {
    return server.query(db, "MATCH (n) RETURN n.title AS t", Map.of()).stream()
        .map(row -> (String) row.get("t"))
        .collect(Collectors.toSet());
  }

  @Test
  void whenServerIsKilledUnderLoad_everyAcknowledgedWriteIsThere() throws Exception {
    Set<String> acknowledged = ConcurrentHashMap.newKeySet();
    for (int kill = 0; kill < 3; kill++) {
      int turn = kill;
      int before = acknowledged.size();
      List<Future<?>> clients = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        clients.add(
            untilItEnds(thread, (c, t, r) -> write(c, turn + "-" + t + "-" + r, acknowledged)));
      }
      Awaitility.await().until(() -> acknowledged.size() > before + 100);
      server.kill();
      for (Future<?> client : clients) {
        client.get(30, TimeUnit.SECONDS);
      }
      server.restart();
      assertThat(titles()).containsAll(acknowledged);
    }
  }

  private void write(BoltClient client, String title, Set<String> acknowledged) throws IOException {
    if (title.hashCode() % 2 == 0) {
      client.run(db, "CREATE (:A {title: $t})", Map.of("t", title));
    } else if (!committed(client, "CREATE (:A {title: $t})", Map.of("t", title))) {
      return;
    }
    acknowledged.add(title);
  }

  private boolean committed(BoltClient client, String cypher, Map<String, Object> parameters)
      throws IOException {
    client.ask(Tags.BEGIN, Map.of("db", db));
    client.run(db, cypher, parameters);
    try {
      client.ask(Tags.COMMIT);
      return true;
    } catch (DrevoFailure e) {
      assertThat(e.code()).isEqualTo(OUTDATED);
      client.ask(Tags.RESET);
      return false;
    }
  }

  @Test
  void whenServerEndsAtPrepare_effectDependsOnTheMoment() throws IOException {
    for (LabFault.When when : LabFault.When.values()) {
      String gid = when.name();
      String text = "LOG db=" + db + " prepare " + gid;
      server.fault(
          (when == LabFault.When.BEFORE ? LabFault.before(text) : LabFault.after(text)).kill());
      try (BoltClient client = client()) {
        client.ask(Tags.BEGIN, Map.of("db", db));
        client.run(db, "CREATE (:A {title: $t})", Map.of("t", gid));
        assertThat(
                org.assertj.core.api.Assertions.catchThrowable(
                    () -> client.run(db, "CALL drevo.tx.prepare($g)", Map.of("g", gid))))
            .isInstanceOf(IOException.class);
      }
      server.restart();
      assertThat(server.prepared(db)).hasSize(when == LabFault.When.BEFORE ? 0 : 1);
    }
    server.query(db, "CALL drevo.tx.commitPrepared('AFTER')", Map.of());
    assertThat(titles()).containsExactly("AFTER");
  }

  @Test
  void whenManyCommitOnOneGraph_nothingIsLostAndNothingIsDoubled() throws Exception {
    server.query(db, "CREATE (:Counter {title: 'c', n: 0})", Map.of());
    AtomicInteger commits = new AtomicInteger();
    List<Future<?>> clients = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      int number = thread;
      clients.add(threads.submit(() -> increments(number, commits)));
    }
    for (Future<?> client : clients) {
      client.get(60, TimeUnit.SECONDS);
    }
    assertThat(commits).hasValueGreaterThanOrEqualTo(THREADS * 50);
    assertThat(server.query(db, "MATCH (c:Counter) RETURN c.n AS n", Map.of()))
        .containsExactly(Map.of("n", (long) commits.get()));
    assertThat(server.prepared(db)).isEmpty();
  }

  private Void increments(int thread, AtomicInteger commits) throws IOException {
    try (BoltClient client = client()) {
      for (int done = 0, round = 0; done < 50; round++) {
        String gid = thread + "-" + round;
        boolean ended = round % 5 == 0 ? preparedAndCommitted(client, gid) : incremented(client);
        if (ended) {
          commits.incrementAndGet();
          done++;
        }
      }
    }
    return null;
  }

  private void increment(BoltClient client) throws IOException {
    client.ask(Tags.BEGIN, Map.of("db", db));
    client.run(db, "MATCH (c:Counter) SET c.n = c.n + 1", Map.of());
  }

  private boolean incremented(BoltClient client) throws IOException {
    try {
      increment(client);
      client.ask(Tags.COMMIT);
      return true;
    } catch (DrevoFailure e) {
      return resetAfter(client, e);
    }
  }

  private boolean preparedAndCommitted(BoltClient client, String gid) throws IOException {
    try {
      increment(client);
      client.run(db, "CALL drevo.tx.prepare($g)", Map.of("g", gid));
    } catch (DrevoFailure e) {
      return resetAfter(client, e);
    }
    client.ask(Tags.COMMIT);
    client.run(db, "CALL drevo.tx.commitPrepared($g)", Map.of("g", gid));
    return true;
  }

  private static boolean resetAfter(BoltClient client, DrevoFailure failure) throws IOException {
    assertThat(failure.code()).isIn(OUTDATED, FENCE);
    client.ask(Tags.RESET);
    return false;
  }
}
