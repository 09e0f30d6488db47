package org.datxa.journal.internal.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.datxa.journal.Records.NOW;
import static org.datxa.journal.Records.record;

import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.datxa.journal.JournalException;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.JournalRefused;
import org.datxa.journal.JournalUnknown;
import org.datxa.journal.Progress;
import org.datxa.journal.State;
import org.datxa.journal.internal.file.WatchedFiles.Event;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file journal answers when the disk has it, and says so when it may not have it. */
class FileDurabilityTest {
  @TempDir private Path folder;
  private FileJournal journal;

  @BeforeEach
  void open() {
    WatchedFiles.register();
    journal = new FileJournal("watched:" + folder.resolve("journal"), Clock.systemUTC());
    assertThat(journal.check()).isEmpty();
  }

  @AfterEach
  void close() {
    WatchedFiles.clear();
    journal.close();
  }

  @Test
  void j3_eachWriteIsForcedBeforeItIsAnswered() throws JournalException {
    JournalRecord first = record(State.PREPARED);
    assertForced(() -> journal.insert(first));
    JournalRecord next = first.to(State.COMMITTED, Progress.NONE, NOW);
    assertForced(() -> journal.advance(first.head(), next.head()));
    assertForced(() -> journal.raiseClock(5));
    assertForced(() -> journal.raiseClock(4));
    assertForced(() -> journal.register("pg"));
    assertForced(() -> journal.compact(NOW, done -> {}));
  }

  @FunctionalInterface
  private interface Write {
    void run() throws JournalException;
  }

  private static void assertForced(Write write) throws JournalException {
    WatchedFiles.clear();
    write.run();
    List<Event> events = WatchedFiles.events();
    assertThat(events).contains(Event.WRITE).endsWith(Event.FORCE);
  }

  @Test
  void writesOfManyThreadsShareForces() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(16);
    List<Future<?>> futures = new ArrayList<>();
    WatchedFiles.clear();
    for (int i = 0; i < 400; i++) {
      JournalRecord record = record(State.COMMITTED);
      futures.add(
          threads.submit(
              () -> {
                journal.insert(record);
                return null;
              }));
    }
    for (Future<?> future : futures) {
      future.get();
    }
    threads.shutdown();
    assertThat(WatchedFiles.events().stream().filter(Event.FORCE::equals).count())
        .isBetween(1L, 399L);
  }

  @Test
  void whenTheForceFails_theAnswerIsUnknown_andNothingMoreIsWritten() {
    WatchedFiles.failAt(Event.FORCE);
    JournalRecord record = record(State.COMMITTED);
    assertThatThrownBy(() -> journal.insert(record))
        .isInstanceOf(JournalUnknown.class)
        .hasMessageContaining(record.datTxn().toString());
    assertRefusedFromNowOn();
  }

  @Test
  void whenTheDiskIsFull_theAnswerIsUnknown_andNothingMoreIsWritten() {
    WatchedFiles.failAt(Event.WRITE);
    assertThatThrownBy(() -> journal.insert(record(State.COMMITTED)))
        .isInstanceOf(JournalUnknown.class);
    assertRefusedFromNowOn();
  }

  private void assertRefusedFromNowOn() {
    WatchedFiles.clear();
    assertThatThrownBy(() -> journal.insert(record(State.COMMITTED)))
        .isInstanceOf(JournalRefused.class)
        .hasMessageContaining("start the process anew");
    assertThatThrownBy(() -> journal.listed()).isInstanceOf(JournalRefused.class);
    assertThat(WatchedFiles.events()).doesNotContain(Event.WRITE);
  }
}
