package org.datxa.journal.internal.drevo;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.datxa.journal.Records.NOW;
import static org.datxa.journal.Records.datTxn;
import static org.datxa.journal.Records.record;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.datxa.journal.BelowWatermark;
import org.datxa.journal.DrevoJournalConfig;
import org.datxa.journal.DrevoServer;
import org.datxa.journal.Journal;
import org.datxa.journal.JournalConflict;
import org.datxa.journal.JournalException;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.JournalRefused;
import org.datxa.journal.Journals;
import org.datxa.journal.State;
import org.datxa.journal.internal.lane.Pause;
import org.datxa.lab.LabDrevo;
import org.datxa.lab.LabFault;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.neo4j.driver.GraphDatabase;
import org.neo4j.driver.SessionConfig;

/** A graph lets one writer through at a time, and none while something is prepared in it. */
class DrevoConflictTest {
  private static final String OUTDATED = "Neo.TransientError.Transaction.Outdated";

  private final LabDrevo lab = DrevoServer.lab();
  private final AtomicInteger pauses = new AtomicInteger();
  private final Pause counted =
      duration -> {
        pauses.incrementAndGet();
        Pause.REAL.of(duration);
      };
  private DrevoJournalConfig config;
  private String database;
  private Journal journal;

  @BeforeEach
  void open() {
    config =
        DrevoServer.newConfig()
            .withLimits(Drevo.limits(Duration.ofSeconds(30), Duration.ofMillis(500)));
    database = DrevoServer.database(config);
    journal = Drevo.journal(config, counted, 1);
    assertThat(journal.check()).isEmpty();
  }

  @AfterEach
  void close() {
    journal.close();
    lab.clearFaults();
  }

  @Test
  void whenAnotherWriterWasFaster_theWriteIsTriedAgain() throws JournalException {
    lab.fault(LabFault.before("COMMIT db=" + database).error(OUTDATED).times(3));
    JournalRecord record = record(State.COMMITTED);
    journal.insert(record);
    assertThat(pauses).hasValue(3);
    assertThat(journal.find(record.datTxn())).contains(record);
  }

  @Test
  void whenOthersAreAlwaysFaster_theWriteIsRefusedInTheEnd() throws JournalException {
    int fault = lab.fault(LabFault.before("COMMIT db=" + database).error(OUTDATED).always());
    JournalRecord record = record(State.COMMITTED);
    assertThatThrownBy(() -> journal.insert(record))
        .isInstanceOf(JournalRefused.class)
        .hasMessageContaining(record.datTxn().toString())
        .hasMessageContaining("others kept writing");
    assertThat(lab.faultHits(fault)).isEqualTo(pauses.get() + 1).isGreaterThan(2);
    lab.clearFaults();
    assertThat(journal.find(record.datTxn())).isEmpty();
  }

  @Test
  void interruptShortensNoPauseAndIsKept() throws JournalException {
    lab.fault(LabFault.before("COMMIT db=" + database).error(OUTDATED).times(3));
    JournalRecord record = record(State.COMMITTED);
    List<Boolean> interrupted = new ArrayList<>();
    Pause seen = duration -> interrupted.add(Thread.currentThread().isInterrupted());
    try (Journal other = Drevo.journal(config, seen, 2)) {
      Thread.currentThread().interrupt();
      other.insert(record);
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(interrupted).containsExactly(false, false, false);
    assertThat(journal.find(record.datTxn())).contains(record);
  }

  @Test
  void whenSomebodyPreparesInTheGraph_writesAreRefusedInTimeAndReadsGoOn() throws JournalException {
    JournalRecord before = record(State.PREPARED);
    journal.insert(before);
    prepare("somebodys-gid");
    JournalRecord record = record(State.COMMITTED);
    assertThatThrownBy(() -> journal.insert(record))
        .isInstanceOf(JournalRefused.class)
        .hasMessageContaining("somebodys-gid")
        .hasMessageContaining("keep stores")
        .hasMessageContaining(record.datTxn().toString());
    assertThat(pauses.get()).isPositive();
    assertThat(journal.find(before.datTxn())).contains(before);
    assertThat(Journals.drevo(config).check()).singleElement().asString().contains("somebodys-gid");
    lab.query(database, "CALL drevo.tx.rollbackPrepared($gid)", Map.of("gid", "somebodys-gid"));
    journal.insert(record);
    assertThat(journal.find(record.datTxn())).contains(record);
  }

  private void prepare(String gid) {
    try (var driver = GraphDatabase.driver(lab.boltUri());
        var session = driver.session(SessionConfig.forDatabase(database));
        var transaction = session.beginTransaction()) {
      transaction.run("CREATE (:Other {title: 'other'})").consume();
      transaction.run("CALL drevo.tx.prepare($gid)", Map.of("gid", gid)).consume();
      transaction.commit();
    }
  }

  @Test
  void j10_watermarkThatMovesBetweenTheLookAndTheCommit_isSeen() throws Exception {
    JournalRecord old = record(State.COMMITTED, datTxn(NOW - 1), Optional.empty());
    int fault = lab.fault(LabFault.before("COMMIT db=" + database).delay(Duration.ofMinutes(5)));
    CompletableFuture<Throwable> outcome =
        CompletableFuture.supplyAsync(() -> failure(() -> journal.insert(old)));
    await().atMost(20, SECONDS).until(() -> lab.faultHits(fault) == 1);
    try (Journal other = Journals.drevo(config)) {
      other.compact(NOW, done -> {});
    }
    lab.clearFaults();
    assertThat(outcome.get(30, SECONDS)).isInstanceOf(BelowWatermark.class);
    assertThat(journal.find(old.datTxn())).isEmpty();
  }

  @Test
  void j10_recordThatIsThereBetweenTheLookAndTheCommit_isSeen() throws Exception {
    JournalRecord decision = record(State.COMMITTED);
    JournalRecord tombstone = JournalRecord.tombstone(decision.datTxn(), NOW);
    int fault = lab.fault(LabFault.before("COMMIT db=" + database).delay(Duration.ofMinutes(5)));
    CompletableFuture<Throwable> outcome =
        CompletableFuture.supplyAsync(() -> failure(() -> journal.insert(decision)));
    await().atMost(20, SECONDS).until(() -> lab.faultHits(fault) == 1);
    try (Journal other = Journals.drevo(config)) {
      other.insert(tombstone);
    }
    lab.clearFaults();
    assertThat(outcome.get(30, SECONDS)).isInstanceOf(JournalConflict.class);
    assertThat(journal.find(decision.datTxn())).contains(tombstone);
  }

  @FunctionalInterface
  interface Attempt {
    void run() throws JournalException;
  }

  static Throwable failure(Attempt attempt) {
    try {
      attempt.run();
      return null;
    } catch (JournalException e) {
      return e;
    }
  }
}
