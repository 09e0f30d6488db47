package org.datxa.journal.internal.postgresql;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.datxa.journal.Records.NOW;
import static org.datxa.journal.Records.datTxn;
import static org.datxa.journal.Records.record;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.datxa.journal.BelowWatermark;
import org.datxa.journal.JournalConflict;
import org.datxa.journal.JournalException;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.JournalRefused;
import org.datxa.journal.PostgresJournalConfig;
import org.datxa.journal.Progress;
import org.datxa.journal.RecordHead;
import org.datxa.journal.Records;
import org.datxa.journal.Server;
import org.datxa.journal.State;
import org.datxa.journal.internal.lane.Pause;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Writes that queue behind a slow one share a commit, and each gets its own answer. */
class GroupCommitTest {
  private final PostgresJournalConfig config = Server.newConfig();
  private final CountDownLatch firstMayGo = new CountDownLatch(1);
  private final AtomicInteger alone = new AtomicInteger();
  private final List<Thread> threads = new ArrayList<>();
  private PostgresPool pool;
  private PostgresJournal plain;
  private GroupCommit group;

  @FunctionalInterface
  private interface Write {
    void run() throws JournalException;
  }

  @BeforeEach
  void open() {
    pool = PostgresPool.of(config);
    plain = new PostgresJournal(PostgresPool.of(config), Sql.of(config), Pause.REAL);
    assertThat(plain.check()).isEmpty();
    BatchWrite batches = new BatchWrite(new Exchange(pool), Sql.of(config));
    group = new GroupCommit(counted(), batches, config.limits());
  }

  @AfterEach
  void close() {
    plain.close();
    pool.close();
  }

  /** Writes one by one; the first one waits. */
  private RecordWrites counted() {
    return new RecordWrites() {
      @Override
      public void insert(JournalRecord record) throws JournalException {
        count();
        plain.insert(record);
      }

      @Override
      public void advance(RecordHead read, RecordHead next) throws JournalException {
        count();
        plain.advance(read, next);
      }

      private void count() {
        if (alone.getAndIncrement() == 0) {
          boolean interrupted = false;
          while (firstMayGo.getCount() > 0) {
            try {
              firstMayGo.await();
            } catch (InterruptedException e) {
              interrupted = true;
            }
          }
          if (interrupted) {
            Thread.currentThread().interrupt();
          }
        }
      }
    };
  }

  /** Starts a write in a thread of its own and returns when it waits. */
  private FutureTask<Throwable> start(Write write) {
    FutureTask<Throwable> task =
        new FutureTask<>(
            () -> {
              try {
                write.run();
                return null;
              } catch (JournalException e) {
                return e;
              }
            });
    Thread thread = new Thread(task);
    threads.add(thread);
    thread.start();
    await()
        .atMost(20, SECONDS)
        .until(
            () ->
                thread.getState() == Thread.State.WAITING
                    || thread.getState() == Thread.State.TIMED_WAITING
                    || task.isDone());
    return task;
  }

  private FutureTask<Throwable> insert(JournalRecord record) {
    return start(() -> group.insert(record));
  }

  private FutureTask<Throwable> advance(JournalRecord read, JournalRecord next) {
    return start(() -> group.advance(read.head(), next.head()));
  }

  @Test
  void eachOfABatchGetsItsOwnAnswer() throws Exception {
    plain.compact(NOW, count -> {});
    JournalRecord taken = record(State.COMMITTED);
    JournalRecord changed = record(State.PREPARED);
    plain.insert(taken);
    plain.insert(changed);
    JournalRecord decided = changed.to(State.COMMITTED, Records.progress(), NOW);
    JournalRecord rival = changed.to(State.ABORTED, Progress.NONE, NOW);
    JournalRecord fresh = record(State.COMMITTED, datTxn(NOW), Optional.of("x"));
    JournalRecord absent = record(State.PREPARED);

    FutureTask<Throwable> leader = insert(record(State.COMMITTED));
    FutureTask<Throwable> inserted = insert(fresh);
    FutureTask<Throwable> again = insert(taken);
    FutureTask<Throwable> late = insert(record(State.COMMITTED, datTxn(NOW - 9), Optional.empty()));
    FutureTask<Throwable> won = advance(changed, decided);
    FutureTask<Throwable> lost = advance(changed, rival);
    FutureTask<Throwable> missing = advance(absent, absent.to(State.COMMITTED, Progress.NONE, NOW));
    firstMayGo.countDown();

    assertThat(leader.get(60, SECONDS)).isNull();
    assertThat(inserted.get(60, SECONDS)).isNull();
    assertThat(again.get(60, SECONDS)).isInstanceOf(JournalConflict.class);
    assertThat(late.get(60, SECONDS)).isInstanceOf(BelowWatermark.class);
    assertThat(won.get(60, SECONDS)).isNull();
    assertThat(lost.get(60, SECONDS)).isInstanceOf(JournalConflict.class);
    assertThat(missing.get(60, SECONDS)).isInstanceOf(JournalConflict.class);
    assertThat(plain.find(fresh.datTxn())).contains(fresh);
    assertThat(plain.find(changed.datTxn())).contains(decided);
    // the leader, and the rival, which had to wait for the next batch
    assertThat(alone).hasValue(2);
  }

  @Test
  void oneBadWriteOfABatchRefusesOnlyItself() throws Exception {
    JournalRecord good = record(State.COMMITTED);
    JournalRecord bad = record(State.COMMITTED, datTxn(NOW), Optional.of("a\u0000b"));
    FutureTask<Throwable> leader = insert(record(State.COMMITTED));
    FutureTask<Throwable> first = insert(good);
    FutureTask<Throwable> second = insert(bad);
    firstMayGo.countDown();
    assertThat(leader.get(60, SECONDS)).isNull();
    assertThat(first.get(60, SECONDS)).isNull();
    assertThat(second.get(60, SECONDS)).isInstanceOf(JournalRefused.class);
    assertThat(plain.find(good.datTxn())).contains(good);
    assertThat(plain.find(bad.datTxn())).isEmpty();
  }

  @Test
  void interruptOfAWaitingWriteIsKeptAndTheAnswerIsTrue() throws Exception {
    JournalRecord record = record(State.COMMITTED);
    FutureTask<Throwable> leader = insert(record(State.COMMITTED));
    FutureTask<Throwable> waiting =
        start(
            () -> {
              group.insert(record);
              assertThat(Thread.interrupted()).isTrue();
            });
    threads.get(1).interrupt();
    firstMayGo.countDown();
    assertThat(leader.get(60, SECONDS)).isNull();
    assertThat(waiting.get(60, SECONDS)).isNull();
    assertThat(plain.find(record.datTxn())).contains(record);
  }

  @Test
  void whenTheFirstOfTheQueueGivesUp_nobodyWaitsForItToLead() throws Exception {
    PostgresJournalConfig.Limits limits =
        new PostgresJournalConfig.Limits(
            Duration.ofSeconds(1),
            Duration.ofMillis(1),
            Duration.ofSeconds(1),
            Duration.ofMillis(1));
    group = new GroupCommit(counted(), new BatchWrite(new Exchange(pool), Sql.of(config)), limits);
    FutureTask<Throwable> leader = insert(record(State.COMMITTED));
    JournalRecord impatient = record(State.COMMITTED);
    assertThat(insert(impatient).get()).isInstanceOf(JournalRefused.class);
    firstMayGo.countDown();
    assertThat(leader.get()).isNull();
    assertThat(insert(record(State.COMMITTED)).get()).isNull();
    assertThat(plain.find(impatient.datTxn())).isEmpty();
  }

  @Test
  void tombstonesGoAlone() throws Exception {
    FutureTask<Throwable> leader = insert(record(State.COMMITTED));
    JournalRecord tombstone = JournalRecord.tombstone(datTxn(NOW), NOW);
    group.insert(tombstone);
    assertThat(leader.isDone()).isFalse();
    assertThat(plain.find(tombstone.datTxn())).contains(tombstone);
    firstMayGo.countDown();
    assertThat(leader.get(60, SECONDS)).isNull();
  }

  @Test
  void manyThreadsAreAllServed() throws Exception {
    firstMayGo.countDown();
    List<JournalRecord> records = new ArrayList<>();
    List<FutureTask<Throwable>> tasks = new ArrayList<>();
    for (int i = 0; i < 24; i++) {
      List<JournalRecord> mine = new ArrayList<>();
      for (int n = 0; n < 20; n++) {
        mine.add(record(State.PREPARED));
      }
      records.addAll(mine);
      FutureTask<Throwable> task = new FutureTask<>(() -> writeAll(mine));
      tasks.add(task);
      new Thread(task).start();
    }
    for (FutureTask<Throwable> task : tasks) {
      assertThat(task.get(60, SECONDS)).isNull();
    }
    for (JournalRecord record : records) {
      assertThat(plain.find(record.datTxn()).orElseThrow().state()).isEqualTo(State.COMMITTED);
    }
    assertThat(alone.get()).isLessThan(2 * records.size());
  }

  private Throwable writeAll(List<JournalRecord> records) {
    try {
      for (JournalRecord record : records) {
        group.insert(record);
        group.advance(record.head(), record.to(State.COMMITTED, Progress.NONE, NOW).head());
      }
      return null;
    } catch (JournalException e) {
      return e;
    }
  }
}
