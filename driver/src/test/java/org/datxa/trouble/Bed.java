package org.datxa.trouble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.datxa.Commit;
import org.datxa.DatXA;
import org.datxa.Outcome;
import org.datxa.UnitOfWork;
import org.datxa.bridge.drevo.DrevoException;
import org.datxa.spi.error.Aborted;
import org.datxa.spi.error.InDoubt;
import org.datxa.stores.TestDeployment;
import org.datxa.trouble.Step.End;

/** A running deployment over all stores, and what must hold of them when no trouble is left. */
final class Bed implements AutoCloseable {
  /** Nothing is a measure of time: all bounds of the deployment together are far below it. */
  static final Duration LIMIT = Duration.ofSeconds(60);

  private final TestDeployment lab;
  private final DatXA datxa;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private long lastId;
  private long rows;

  /** What a caller was told of a transaction. */
  record Told(UUID datTxn, End end, String why) {}

  Bed(TestDeployment lab) {
    this.lab = lab;
    this.datxa = lab.start();
  }

  /** A deployment whose waits are short, as far as they can be on a busy machine. */
  static TestDeployment impatient(TestDeployment lab) {
    for (String key : new String[] {"pg", "graph"}) {
      lab.set("stores." + key + ".connect_timeout_ms", "1000")
          .set("stores." + key + ".pool.acquire_timeout_ms", "1000")
          .set("stores." + key + ".pool.max", "4");
    }
    return lab.set("timeout_ms", "2000")
        .set("settle_ms", "500")
        .set("stores.pg.socket_timeout_ms", "1000")
        .set("stores.pg.lock_timeout_ms", "500")
        .set("stores.graph.answer_timeout_ms", "1000")
        .set("stores.graph.settle_timeout_ms", "500")
        .set("stores.ch.connect_timeout_ms", "1000")
        .set("stores.ch.max_execution_ms", "1000")
        .set("stores.ch.socket_timeout_ms", "1500")
        .set("stores.ch.claim_ms", "1000")
        .set("stores.ch.margin_ms", "100")
        .set("stores.lake.catalog.jdbc.connectTimeout", "1")
        .set("stores.lake.catalog.jdbc.socketTimeout", "1")
        .set("stores.lake.commit.timeout_ms", "1000")
        .set("journal.connect_timeout_ms", "1000")
        .set("journal.pool.acquire_timeout_ms", "1000")
        .set("journal.answer_timeout_ms", "1000");
  }

  DatXA datxa() {
    return datxa;
  }

  TestDeployment lab() {
    return lab;
  }

  /** Runs something that must return, whatever it returns. */
  <T> T bounded(String what, Callable<T> call) {
    try {
      return threads.submit(call).get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError(what + " did not return: " + stacks(), e);
    } catch (ExecutionException e) {
      throw new AssertionError(what + " failed", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(what + " was interrupted", e);
    }
  }

  private static String stacks() {
    StringBuilder text = new StringBuilder();
    Thread.getAllStackTraces()
        .forEach(
            (thread, stack) -> {
              if (Arrays.toString(stack).contains("org.datxa")) {
                text.append("\n").append(thread).append(Arrays.toString(stack));
              }
            });
    return text.toString();
  }

  /** A transaction that writes in all stores. */
  Told attempt() {
    long id = nextId();
    return bounded("The transaction", () -> transaction(id));
  }

  synchronized long nextId() {
    return ++lastId;
  }

  Told transaction(long id) {
    try (UnitOfWork unit = datxa.begin()) {
      UUID datTxn = unit.datTxn();
      try {
        write(id);
      } catch (SQLException | DrevoException e) {
        return new Told(datTxn, End.ABORTED, e.toString());
      } catch (RuntimeException e) { // of Iceberg, which has many
        assertThat(e).isNotInstanceOf(InDoubt.class);
        return new Told(datTxn, End.ABORTED, e.toString());
      }
      return commit(unit);
    }
  }

  private static Told commit(UnitOfWork unit) {
    try {
      Commit commit = unit.commit();
      return new Told(
          unit.datTxn(),
          commit.isPending() ? End.PENDING : End.COMMITTED,
          commit.pending().toString());
    } catch (Aborted e) {
      return new Told(unit.datTxn(), End.ABORTED, e.toString());
    } catch (InDoubt e) {
      return new Told(unit.datTxn(), End.IN_DOUBT, e.toString());
    }
  }

  void write(long id) throws SQLException {
    TestDeployment.insert(datxa, "pg", id);
    TestDeployment.node(datxa, "graph", id);
    TestDeployment.fact(datxa, "ch", id);
    lab.line(datxa, "lake", id);
  }

  Outcome outcome(Told told) {
    return bounded("outcome()", () -> datxa.outcome(told.datTxn()));
  }

  /** While the trouble lasts nothing may be said that is not so. */
  void requireNoGuess(Told told, Outcome outcome) {
    switch (told.end()) {
      case COMMITTED, PENDING ->
          assertThat(outcome)
              .as("of %s", told)
              .isIn(Outcome.COMMITTED, Outcome.PENDING, Outcome.IN_DOUBT);
      case ABORTED ->
          assertThat(outcome)
              .as("of %s", told)
              .isIn(Outcome.ABORTED, Outcome.UNKNOWN, Outcome.IN_DOUBT);
      case IN_DOUBT -> assertThat(outcome).as("of %s", told).isNotEqualTo(Outcome.UNKNOWN);
    }
  }

  /** The trouble is over: everything ends, everywhere or nowhere, once. */
  void requireEnded(Told told) {
    settle(told);
    requireRows();
  }

  /** Recovers until nothing is left of this transaction, and counts its rows. */
  void settle(Told told) {
    await()
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(50))
        .untilAsserted(
            () -> {
              assertThat(bounded("recover()", datxa::recover).isClean()).as("clean").isTrue();
              assertThat(outcome(told)).as("of %s", told).isIn((Object[]) possible(told.end()));
              assertThat(lab.prepared("pg")).as("prepared").isZero();
              assertThat(lab.preparedInGraph("graph")).as("prepared in the graph").isZero();
              if (lab.database("journal") != null || lab.value("journal").startsWith("bolt")) {
                assertThat(lab.states()).doesNotContain("ACTIVE", "PREPARED", "COMMITTED");
              }
            });
    if (outcome(told) == Outcome.COMMITTED) {
      rows++;
    }
  }

  private static Outcome[] possible(End end) {
    return switch (end) {
      case COMMITTED, PENDING -> new Outcome[] {Outcome.COMMITTED};
      case ABORTED -> new Outcome[] {Outcome.ABORTED, Outcome.UNKNOWN};
      case IN_DOUBT -> new Outcome[] {Outcome.COMMITTED, Outcome.ABORTED};
    };
  }

  /** Every store holds every committed row once, and no other. */
  void requireRows() {
    long expected = rows;
    rows = lab.items("pg"); // what fails here does not fail everything after it
    assertThat(rows).as("pg").isEqualTo(expected);
    assertThat(lab.nodes("graph")).as("graph").isEqualTo(expected);
    assertThat(lab.facts("ch")).as("ch").isEqualTo(expected);
    assertThat(lab.lines("lake")).as("lake").isEqualTo(expected);
  }

  /** The next transaction is as good as the first. */
  void requireNext() {
    long id = nextId();
    Commit next =
        bounded(
            "The next transaction",
            () ->
                datxa
                    .call(
                        unit -> {
                          write(id);
                          return id;
                        })
                    .commit());
    requireEnded(new Told(next.datTxn(), End.COMMITTED, "the next transaction"));
  }

  @Override
  public void close() {
    bounded(
        "close()",
        () -> {
          datxa.close();
          return null;
        });
    threads.shutdownNow();
  }
}
