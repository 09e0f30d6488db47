package org.datxa.journal.internal.postgresql;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.datxa.journal.Records.record;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.awaitility.Awaitility;
import org.datxa.journal.Journal;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.JournalRefused;
import org.datxa.journal.Journals;
import org.datxa.journal.PostgresJournalConfig;
import org.datxa.journal.Server;
import org.datxa.journal.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The journal's pool: small ones serve many threads, and nobody waits without bound. */
class PostgresPoolTest {
  private final PostgresJournalConfig config = Server.newConfig();

  private PostgresJournalConfig acquireWithin(Duration acquire) {
    return config
        .withPoolSize(1)
        .withLimits(
            new PostgresJournalConfig.Limits(
                Duration.ofSeconds(5), acquire, Duration.ofSeconds(30), Duration.ofSeconds(10)));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void oneConnectionServesManyThreads(boolean group) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(16);
    try (Journal journal =
        Journals.postgresql(acquireWithin(Duration.ofSeconds(60)).withGroupCommit(group))) {
      assertThat(journal.check()).isEmpty();
      List<Future<?>> writes = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        writes.add(
            threads.submit(
                () -> {
                  journal.insert(record(State.COMMITTED));
                  return null;
                }));
      }
      for (Future<?> write : writes) {
        write.get(60, SECONDS);
      }
    } finally {
      threads.shutdown();
    }
    assertThat(Sql.column(config, "SELECT count(*) FROM " + Sql.table(config)))
        .containsExactly("100");
  }

  @Test
  void whenThePoolIsExhausted_theWriteIsRefusedInTime() throws Exception {
    try (Journal journal = Journals.postgresql(acquireWithin(Duration.ofMillis(200)));
        Connection closer = Sql.connect(config)) {
      assertThat(journal.check()).isEmpty();
      FutureTask<Boolean> blocked = blockedInsert(journal, closer, record(State.COMMITTED));
      JournalRecord other = record(State.COMMITTED);
      assertThatThrownBy(() -> journal.insert(other))
          .isInstanceOf(JournalRefused.class)
          .hasMessageContaining("of at most 1");
      closer.rollback();
      assertThat(blocked.get(60, SECONDS)).isFalse();
      assertThat(journal.find(other.datTxn())).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 12})
  void whenTheServerEndedIdleSessions_theNextReadUsesANewOne(int sessions) throws Exception {
    try (Journal journal = Journals.postgresql(config.withPoolSize(sessions));
        Connection killer = Sql.connect(config)) {
      assertThat(journal.check()).isEmpty();
      JournalRecord record = record(State.COMMITTED);
      journal.insert(record);
      useAll(journal, killer, sessions);
      Sql.run(
          killer,
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
              + " WHERE datname = current_database() AND pid <> pg_backend_pid()");
      assertThat(journal.find(record.datTxn())).contains(record);
    }
  }

  // All wait for one lock, so each needs a session of its own.
  private void useAll(Journal journal, Connection locker, int sessions) throws Exception {
    locker.setAutoCommit(false);
    Sql.run(locker, "LOCK TABLE " + Sql.table(config) + " IN ACCESS EXCLUSIVE MODE");
    List<FutureTask<?>> reads = new ArrayList<>();
    for (int i = 0; i < sessions; i++) {
      reads.add(new FutureTask<>(() -> journal.find(UUID.randomUUID())));
      new Thread(reads.get(i)).start();
    }
    String waiting =
        "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
            + " AND datname = current_database()";
    Awaitility.await()
        .untilAsserted(
            () -> assertThat(Sql.column(config, waiting)).containsExactly("" + sessions));
    locker.rollback();
    locker.setAutoCommit(true);
    for (FutureTask<?> read : reads) {
      read.get(60, SECONDS);
    }
  }

  @Test
  void whenInterruptedDuringAWrite_theFlagIsKeptAndTheAnswerIsTrue() throws Exception {
    try (Journal journal = Journals.postgresql(config);
        Connection closer = Sql.connect(config)) {
      assertThat(journal.check()).isEmpty();
      JournalRecord record = record(State.COMMITTED);
      Thread[] writer = new Thread[1];
      FutureTask<Boolean> blocked = blockedInsert(journal, closer, record, writer);
      writer[0].interrupt();
      closer.rollback();
      assertThat(blocked.get(60, SECONDS)).isTrue();
      assertThat(journal.find(record.datTxn())).contains(record);
    }
  }

  private FutureTask<Boolean> blockedInsert(
      Journal journal, Connection closer, JournalRecord record, Thread... started)
      throws SQLException {
    closer.setAutoCommit(false);
    Sql.run(closer, "SELECT pg_advisory_xact_lock(" + Sql.of(config).gate() + ")");
    FutureTask<Boolean> write =
        new FutureTask<>(
            () -> {
              journal.insert(record);
              return Thread.interrupted();
            });
    Thread thread = new Thread(write);
    if (started.length > 0) {
      started[0] = thread;
    }
    thread.start();
    String waiting =
        "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND objid = "
            + (Sql.of(config).gate() & 0xffffffffL);
    await().atMost(20, SECONDS).until(() -> Sql.column(config, waiting).contains("1"));
    return write;
  }
}
