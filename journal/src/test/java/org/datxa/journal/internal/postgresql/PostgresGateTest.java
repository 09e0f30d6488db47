package org.datxa.journal.internal.postgresql;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.datxa.journal.Records.NOW;
import static org.datxa.journal.Records.datTxn;
import static org.datxa.journal.Records.record;
import static org.datxa.journal.Records.written;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.datxa.journal.BelowWatermark;
import org.datxa.journal.Journal;
import org.datxa.journal.JournalException;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.Journals;
import org.datxa.journal.PostgresJournalConfig;
import org.datxa.journal.Server;
import org.datxa.journal.State;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** J10: check and write are one step, and compaction waits for it without stalling writers. */
class PostgresGateTest {
  private PostgresJournalConfig config;
  private Journal journal;

  @BeforeEach
  void open() {
    config = Server.newConfig();
    journal = Journals.postgresql(config);
    assertThat(journal.check()).isEmpty();
  }

  @AfterEach
  void close() {
    journal.close();
  }

  private JournalRecord old(State state) {
    return record(state, datTxn(NOW - 1), Optional.empty());
  }

  @Test
  void j10_gateHoldsCompactionBackWhileAnInsertIsInFlight() throws Exception {
    JournalRecord done = written(journal, old(State.COMMITTED), State.DONE);
    JournalRecord inFlight = old(State.COMMITTED);
    Semaphore tried = new Semaphore(0);
    Semaphore mayTry = new Semaphore(0);
    try (Connection branch = Sql.connect(config);
        PostgresJournal other = compactor(tried, mayTry)) {
      branch.setAutoCommit(false);
      journal.decision(inFlight).writeOn(branch);
      CompletableFuture<Long> compacted = compacting(other);
      assertThat(tried.tryAcquire(20, SECONDS)).isTrue();
      assertThat(journal.watermarkMillis()).as("not before the gate was passed").isZero();
      assertThat(journal.find(done.datTxn())).isPresent();
      assertThatThrownBy(() -> journal.insert(old(State.COMMITTED)))
          .isInstanceOf(BelowWatermark.class);
      branch.commit();
      mayTry.release(100);
      assertThat(compacted.get(60, SECONDS)).isEqualTo(1);
      assertThat(journal.watermarkMillis()).isEqualTo(NOW);
      assertThat(journal.find(inFlight.datTxn())).contains(inFlight);
      assertThat(journal.find(done.datTxn())).isEmpty();
    }
  }

  @Test
  void j10_compactionThatNeverPassesTheGateDeletesNothing() throws Exception {
    JournalRecord done = written(journal, old(State.COMMITTED), State.DONE);
    AtomicInteger pauses = new AtomicInteger();
    try (Connection branch = Sql.connect(config);
        PostgresJournal other =
            new PostgresJournal(
                PostgresPool.of(config), Sql.of(config), duration -> pauses.incrementAndGet())) {
      branch.setAutoCommit(false);
      journal.decision(old(State.COMMITTED)).writeOn(branch);
      assertThat(other.compact(NOW, count -> {})).isZero();
      branch.rollback();
    }
    assertThat(pauses.get()).isBetween(2, 100);
    assertThat(journal.watermarkMillis()).isZero();
    assertThat(journal.find(done.datTxn())).isPresent();
    assertThat(journal.compact(NOW, count -> {})).isEqualTo(1);
  }

  @Test
  void j10_writersGoOnBetweenTheTriesOfCompaction() throws Exception {
    Semaphore tried = new Semaphore(0);
    Semaphore mayTry = new Semaphore(0);
    try (Connection branch = Sql.connect(config);
        PostgresJournal other = compactor(tried, mayTry)) {
      branch.setAutoCommit(false);
      journal.decision(old(State.COMMITTED)).writeOn(branch);
      CompletableFuture<Long> compacted = compacting(other);
      for (int i = 0; i < 5; i++) {
        assertThat(tried.tryAcquire(20, SECONDS)).isTrue();
        journal.insert(record(State.COMMITTED));
        mayTry.release();
      }
      branch.rollback();
      mayTry.release(100);
      assertThat(compacted.get(60, SECONDS)).isZero();
    }
  }

  private PostgresJournal compactor(Semaphore tried, Semaphore mayTry) {
    return new PostgresJournal(
        PostgresPool.of(config),
        Sql.of(config),
        duration -> {
          tried.release();
          mayTry.acquireUninterruptibly();
        });
  }

  private static CompletableFuture<Long> compacting(Journal other) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return other.compact(NOW, count -> {});
          } catch (JournalException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  @Test
  void j10_insertWaitsForTheExclusiveSideAndThenSeesTheNewWatermark() throws Exception {
    PostgresSql sql = Sql.of(config);
    JournalRecord late = old(State.COMMITTED);
    try (Connection closer = Sql.connect(config)) {
      closer.setAutoCommit(false);
      Sql.run(closer, "SELECT pg_advisory_xact_lock(" + sql.gate() + ")");
      CompletableFuture<Throwable> outcome = CompletableFuture.supplyAsync(() -> failure(late));
      await().atMost(20, SECONDS).until(this::somebodyWaits);
      Sql.run(closer, "SELECT setval('" + sql.names().watermark() + "', " + NOW + ")");
      closer.commit();
      assertThat(outcome.get(60, SECONDS)).isInstanceOf(BelowWatermark.class);
    }
    assertThat(journal.find(late.datTxn())).isEmpty();
  }

  private boolean somebodyWaits() throws SQLException {
    return Sql.column(
            config,
            "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
                + " AND database = (SELECT oid FROM pg_database WHERE datname ="
                + " current_database())")
        .contains("1");
  }

  private Throwable failure(JournalRecord record) {
    try {
      journal.insert(record);
      return null;
    } catch (JournalException e) {
      return e;
    }
  }

  @Test
  void journalsOfTwoSchemasShareNoGate() throws Exception {
    PostgresJournalConfig neighbour = config.at(config.schema() + "_b", config.table());
    try (Journal other = Journals.postgresql(neighbour);
        Connection closer = Sql.connect(config)) {
      assertThat(other.check()).isEmpty();
      assertThat(other.id()).isNotEqualTo(journal.id());
      closer.setAutoCommit(false);
      Sql.run(closer, "SELECT pg_advisory_xact_lock(" + Sql.of(config).gate() + ")");
      JournalRecord record = record(State.COMMITTED);
      other.insert(record);
      assertThat(other.compact(NOW, count -> {})).isZero();
      assertThat(other.watermarkMillis()).isEqualTo(NOW);
      closer.rollback();
      assertThat(journal.watermarkMillis()).isZero();
      assertThat(journal.find(record.datTxn())).isEmpty();
    }
  }

  @Test
  void compactionDeletesMoreThanOneBatch() throws Exception {
    try (Connection connection = Sql.connect(config)) {
      Sql.run(
          connection,
          "INSERT INTO "
              + Sql.table(config)
              + " SELECT gen_random_uuid(), 'DONE', 1, '[]', 1, 1, NULL,"
              + " '1 {\"listed\":0,\"cleaned\":false,' FROM generate_series(1, 2500)");
    }
    assertThat(journal.compact((1L << 48) - 1, count -> {})).isEqualTo(2500);
    assertThat(Sql.column(config, "SELECT count(*) FROM " + Sql.table(config)))
        .containsExactly("0");
  }
}
