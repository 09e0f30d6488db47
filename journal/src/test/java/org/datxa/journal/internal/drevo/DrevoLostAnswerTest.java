package org.datxa.journal.internal.drevo;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.datxa.journal.Records.NOW;
import static org.datxa.journal.Records.record;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.datxa.journal.DrevoJournalConfig;
import org.datxa.journal.DrevoServer;
import org.datxa.journal.Journal;
import org.datxa.journal.JournalConflict;
import org.datxa.journal.JournalException;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.JournalRefused;
import org.datxa.journal.JournalUnknown;
import org.datxa.journal.Journals;
import org.datxa.journal.Progress;
import org.datxa.journal.State;
import org.datxa.lab.LabDrevo;
import org.datxa.lab.LabFault;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is known when an answer is lost depends on whether COMMIT was sent. */
class DrevoLostAnswerTest {
  private final LabDrevo lab = DrevoServer.lab();
  private String database;
  private Journal journal;

  @BeforeEach
  void open() {
    DrevoJournalConfig config =
        DrevoServer.newConfig()
            .withLimits(Drevo.limits(Duration.ofSeconds(2), Duration.ofSeconds(2)));
    database = DrevoServer.database(config);
    journal = Journals.drevo(config);
    assertThat(journal.check()).isEmpty();
  }

  @AfterEach
  void close() {
    lab.clearFaults();
    journal.close();
  }

  private String commit() {
    return "COMMIT db=" + database;
  }

  @Test
  void j1_whenTheCommitIsLostBeforeItsEffect_repeatingItWrites() throws JournalException {
    JournalRecord record = record(State.COMMITTED);
    lab.fault(LabFault.before(commit()));
    assertThatThrownBy(() -> journal.insert(record))
        .isInstanceOf(JournalUnknown.class)
        .hasMessageContaining(record.datTxn().toString());
    journal.insert(record);
    assertThat(journal.find(record.datTxn())).contains(record);
  }

  @Test
  void j1_whenTheAnswerToTheCommitIsLost_repeatingItMeetsItself() throws JournalException {
    JournalRecord record = record(State.COMMITTED);
    lab.fault(LabFault.after(commit()));
    assertThatThrownBy(() -> journal.insert(record)).isInstanceOf(JournalUnknown.class);
    assertThatThrownBy(() -> journal.insert(record)).isInstanceOf(JournalConflict.class);
    assertThat(journal.find(record.datTxn())).contains(record);
  }

  @Test
  void j1_whenTheAnswerToAChangeIsLost_repeatingItMeetsItself() throws JournalException {
    JournalRecord first = record(State.PREPARED);
    journal.insert(first);
    JournalRecord next = first.to(State.COMMITTED, Progress.NONE, NOW);
    lab.fault(LabFault.after(commit()));
    assertThatThrownBy(() -> journal.advance(first.head(), next.head()))
        .isInstanceOf(JournalUnknown.class);
    assertThatThrownBy(() -> journal.advance(first.head(), next.head()))
        .isInstanceOf(JournalConflict.class);
    assertThat(journal.find(first.datTxn())).contains(next);
  }

  @Test
  void j3_whenTheAnswerToTheCommitIsLost_itIsSentOnceOnly() {
    lab.clearLog();
    int fault = lab.fault(LabFault.after(commit()).always());
    assertThatThrownBy(() -> journal.insert(record(State.COMMITTED)))
        .isInstanceOf(JournalUnknown.class);
    assertThat(lab.faultHits(fault)).isEqualTo(1);
    assertThat(lab.log().stream().filter(it -> it.text().startsWith(commit()))).hasSize(1);
  }

  @Test
  void whenTheDiskFailsInTheCommit_theAnswerIsUnknown() {
    lab.fault(LabFault.before("LOG db=" + database + " commit").error(""));
    assertThatThrownBy(() -> journal.insert(record(State.COMMITTED)))
        .isInstanceOf(JournalUnknown.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"BEGIN db=%s", "RUN db=%s tx=1 MATCH", "RUN db=%s tx=1 UNWIND"})
  void whenTheConnectionBreaksBeforeTheCommit_theWriteIsRefused(String message)
      throws JournalException {
    JournalRecord record = record(State.COMMITTED);
    int fault = lab.fault(LabFault.after(message.formatted(database)));
    assertThatThrownBy(() -> journal.insert(record)).isInstanceOf(JournalRefused.class);
    assertThat(lab.faultHits(fault)).isEqualTo(1);
    assertThat(journal.find(record.datTxn())).isEmpty();
    journal.insert(record);
    assertThat(journal.find(record.datTxn())).contains(record);
  }

  @Test
  void j7_whenTheServerIsSilentAtTheCommit_theAnswerIsUnknownAndLaterWritesGoOn()
      throws JournalException {
    JournalRecord record = record(State.COMMITTED);
    lab.fault(LabFault.before(commit()).hang());
    assertThatThrownBy(() -> journal.insert(record)).isInstanceOf(JournalUnknown.class);
    journal.insert(record);
    assertThat(journal.find(record.datTxn())).contains(record);
  }

  @Test
  void whenTheServerIsSilentBeforeTheCommit_theWriteIsRefused() throws JournalException {
    JournalRecord record = record(State.COMMITTED);
    lab.fault(LabFault.before("RUN db=" + database + " tx=1 UNWIND").hang());
    assertThatThrownBy(() -> journal.insert(record)).isInstanceOf(JournalRefused.class);
    journal.insert(record);
    assertThat(journal.find(record.datTxn())).contains(record);
  }

  @Test
  void whenTheServerIsSilentToARead_theReadIsRefusedAndLaterOnesGoOn() throws JournalException {
    JournalRecord record = record(State.COMMITTED);
    journal.insert(record);
    lab.fault(LabFault.before("RUN db=" + database + " tx=0").hang());
    assertThatThrownBy(() -> journal.find(record.datTxn())).isInstanceOf(JournalRefused.class);
    assertThat(journal.find(record.datTxn())).contains(record);
  }

  /** The first write is held back, so that the others go together. */
  @Test
  void ofWritesThatGoTogether_eachGetsItsOwnAnswer() throws Exception {
    JournalRecord there = record(State.COMMITTED);
    journal.insert(there);
    JournalRecord gone = record(State.PREPARED);
    JournalRecord fresh = record(State.COMMITTED);
    lab.clearLog();
    int fault = lab.fault(LabFault.before(commit()).delay(Duration.ofMillis(1500)));
    List<CompletableFuture<Throwable>> answers = new ArrayList<>();
    answers.add(answer(() -> journal.insert(record(State.COMMITTED))));
    await().atMost(20, SECONDS).until(() -> lab.faultHits(fault) == 1);
    answers.add(answer(() -> journal.insert(fresh)));
    answers.add(answer(() -> journal.insert(JournalRecord.tombstone(there.datTxn(), NOW))));
    answers.add(
        answer(
            () ->
                journal.advance(gone.head(), gone.to(State.COMMITTED, Progress.NONE, NOW).head())));
    answers.add(answer(() -> journal.raiseClock(5)));
    answers.add(answer(() -> journal.register("pg")));
    List<Throwable> all = new ArrayList<>();
    for (CompletableFuture<Throwable> answer : answers) {
      all.add(answer.get(30, SECONDS));
    }
    assertThat(lab.log().stream().filter(it -> it.text().startsWith(commit())))
        .as("the first alone, then all others")
        .hasSize(2);
    assertThat(all.get(0)).isNull();
    assertThat(all.get(1)).isNull();
    assertThat(all.get(2)).isInstanceOf(JournalConflict.class);
    assertThat(all.get(3)).isInstanceOf(JournalConflict.class);
    assertThat(all.subList(4, 6)).containsOnlyNulls();
    assertThat(journal.find(fresh.datTxn())).contains(fresh);
    assertThat(journal.find(there.datTxn())).contains(there);
    assertThat(journal.registered()).containsExactly("pg");
    assertThat(journal.raiseClock(1)).isEqualTo(5);
  }

  /** A node of somebody else has the title: one CREATE fails, and so its whole transaction. */
  @Test
  void writeThatTheServerRefuses_refusesOnlyItself() throws Exception {
    JournalRecord bad = record(State.COMMITTED);
    JournalRecord good = record(State.COMMITTED);
    lab.query(
        database, "CREATE (:Other {title: $title})", Map.of("title", "DatJournal:" + bad.datTxn()));
    int fault = lab.fault(LabFault.before(commit()).delay(Duration.ofMillis(1500)));
    CompletableFuture<Throwable> leader = answer(() -> journal.insert(record(State.COMMITTED)));
    await().atMost(20, SECONDS).until(() -> lab.faultHits(fault) == 1);
    CompletableFuture<Throwable> refused = answer(() -> journal.insert(bad));
    CompletableFuture<Throwable> written = answer(() -> journal.insert(good));
    assertThat(leader.get(30, SECONDS)).isNull();
    assertThat(refused.get(30, SECONDS)).isInstanceOf(JournalConflict.class);
    assertThat(written.get(30, SECONDS)).isNull();
    assertThat(journal.find(good.datTxn())).contains(good);
  }

  private static CompletableFuture<Throwable> answer(DrevoConflictTest.Attempt attempt) {
    CompletableFuture<Throwable> answer = new CompletableFuture<>();
    Thread thread = new Thread(() -> answer.complete(DrevoConflictTest.failure(attempt)));
    thread.setDaemon(true);
    thread.start();
    return answer;
  }
}
