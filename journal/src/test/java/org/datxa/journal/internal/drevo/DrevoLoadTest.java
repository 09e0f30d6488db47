package org.datxa.journal.internal.drevo;

import static java.util.concurrent.TimeUnit.MINUTES;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.datxa.journal.Records.NOW;
import static org.datxa.journal.Records.record;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.datxa.journal.DrevoJournalConfig;
import org.datxa.journal.DrevoServer;
import org.datxa.journal.Journal;
import org.datxa.journal.JournalConflict;
import org.datxa.journal.JournalException;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.JournalRefused;
import org.datxa.journal.JournalUnknown;
import org.datxa.journal.State;
import org.datxa.journal.internal.lane.Pause;
import org.datxa.lab.LabDrevo;
import org.datxa.lab.LabFault;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Many threads of several processes, and a server that is killed. */
class DrevoLoadTest {
  private static final Logger LOG = LoggerFactory.getLogger(DrevoLoadTest.class);
  private static final int RECORDS = 5;
  private static final int THREADS = 4;
  private static final int CHANGES = 40;

  private final long seed = Long.getLong("datxa.seed", System.nanoTime());
  private final AtomicInteger pauses = new AtomicInteger();

  @AfterEach
  void clear() {
    DrevoServer.lab().clearFaults();
  }

  private DrevoJournal journal(DrevoJournalConfig config, int number) {
    Pause counted =
        duration -> {
          pauses.incrementAndGet();
          Pause.REAL.of(duration);
        };
    return Drevo.journal(config, counted, seed + number);
  }

  @Test
  void ofTwoProcessesOnOneGraph_everyAcknowledgedChangeIsThereOnce() throws Exception {
    System.out.println("drevo journal: seed " + seed);
    DrevoJournalConfig config = DrevoServer.newConfig();
    try (Journal one = journal(config, 1);
        Journal two = journal(config, 2)) {
      assertThat(one.check()).isEmpty();
      assertThat(two.check()).isEmpty();
      assertThat(one.id()).isEqualTo(two.id());
      List<UUID> keys = records(one);
      Map<UUID, AtomicInteger> acknowledged = new ConcurrentHashMap<>();
      keys.forEach(key -> acknowledged.put(key, new AtomicInteger()));
      int lost = loseAnswers("COMMIT db=" + DrevoServer.database(config));
      atOnce(number -> changes(number % 2 == 0 ? one : two, number, keys, acknowledged));
      for (UUID key : keys) {
        JournalRecord last = one.find(key).orElseThrow();
        assertThat(last.progress().version()).isEqualTo(acknowledged.get(key).get());
        assertThat(last.progress().applied()).hasSize(acknowledged.get(key).get());
      }
      assertThat(acknowledged.values().stream().mapToInt(AtomicInteger::get).sum())
          .isEqualTo(THREADS * CHANGES);
      assertThat(pauses.get()).as("the two did collide").isPositive();
      assertThat(DrevoServer.lab().faultHits(lost)).as("answers were lost").isPositive();
    }
  }

  /** Some commits and some answers to commits, anywhere in the first few. */
  private int loseAnswers(String commit) {
    Random random = new Random(seed);
    int last = 0;
    for (int i = 0; i < 4; i++) {
      DrevoServer.lab().fault(LabFault.before(commit).skip(random.nextInt(20)));
      last = DrevoServer.lab().fault(LabFault.after(commit).skip(random.nextInt(20)));
    }
    return last;
  }

  private static List<UUID> records(Journal journal) throws JournalException {
    List<UUID> keys = new ArrayList<>();
    for (int i = 0; i < RECORDS; i++) {
      JournalRecord first = record(State.COMMITTED);
      journal.insert(first);
      keys.add(first.datTxn());
    }
    return keys;
  }

  /** Each change adds a note of its own, so that a lost one is missed. */
  private void changes(
      Journal journal, int number, List<UUID> keys, Map<UUID, AtomicInteger> acknowledged)
      throws JournalException {
    Random random = new Random(seed + number);
    for (int done = 0; done < CHANGES; ) {
      JournalRecord read = journal.find(keys.get(random.nextInt(RECORDS))).orElseThrow();
      String note = "note-" + number + "-" + done;
      JournalRecord next =
          read.to(State.COMMITTED, read.progress().withApplied(note, "here"), NOW + done);
      if (settled(journal, read, next, note)) {
        acknowledged.get(read.datTxn()).incrementAndGet();
        done++;
      }
    }
  }

  /** J1: what is unknown is written again, and a conflict is read. */
  private static boolean settled(
      Journal journal, JournalRecord read, JournalRecord next, String note)
      throws JournalException {
    for (int tries = 0; tries < 100; tries++) {
      try {
        journal.advance(read.head(), next.head());
        return true;
      } catch (JournalConflict e) {
        JournalRecord present = journal.find(read.datTxn()).orElseThrow();
        return present.progress().applied().containsKey(note);
      } catch (JournalUnknown | JournalRefused e) {
        LOG.debug("Once more: {}", e.getMessage());
      }
    }
    throw new AssertionError("Never settled: " + note);
  }

  @Test
  void whenTheServerIsKilledInBetween_nothingAcknowledgedIsLost() throws Exception {
    System.out.println("drevo journal: seed " + seed);
    try (LabDrevo lab = LabDrevo.start()) {
      DrevoJournalConfig config =
          DrevoServer.config(lab, lab.newDatabase("killed"))
              .withLimits(Drevo.limits(Duration.ofSeconds(20), Duration.ofSeconds(5)));
      try (Journal journal = journal(config, 1)) {
        assertThat(journal.check()).isEmpty();
        Map<UUID, JournalRecord> acknowledged = new ConcurrentHashMap<>();
        AtomicBoolean over = new AtomicBoolean();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        List<Future<?>> writers = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
          writers.add(threads.submit(() -> inserts(journal, acknowledged, over)));
        }
        for (int kills = 1; kills <= 2; kills++) {
          grows(acknowledged);
          lab.kill();
          lab.restart();
        }
        grows(acknowledged);
        over.set(true);
        for (Future<?> writer : writers) {
          writer.get(2, MINUTES);
        }
        threads.shutdown();
        for (JournalRecord record : acknowledged.values()) {
          assertThat(journal.find(record.datTxn())).contains(record);
        }
      }
    }
  }

  private static void grows(Map<UUID, JournalRecord> acknowledged) {
    int before = acknowledged.size();
    await().atMost(60, SECONDS).until(() -> acknowledged.size() >= before + 20);
  }

  private static void inserts(
      Journal journal, Map<UUID, JournalRecord> acknowledged, AtomicBoolean over) {
    while (!over.get()) {
      JournalRecord record = record(State.COMMITTED);
      try {
        journal.insert(record);
        acknowledged.put(record.datTxn(), record);
      } catch (JournalRefused | JournalUnknown e) {
        LOG.debug("Nothing is promised: {}", e.getMessage());
        Pause.REAL.of(Duration.ofMillis(5));
      } catch (JournalException e) {
        throw new AssertionError(e);
      }
    }
  }

  @FunctionalInterface
  private interface Work {
    void of(int number) throws JournalException;
  }

  private static void atOnce(Work work) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    List<Future<?>> all = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      int number = i;
      all.add(
          threads.submit(
              () -> {
                work.of(number);
                return null;
              }));
    }
    for (Future<?> one : all) {
      one.get(3, MINUTES);
    }
    threads.shutdown();
  }
}
