package org.datxa.journal.internal.drevo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.datxa.journal.Records.NOW;
import static org.datxa.journal.Records.datTxn;
import static org.datxa.journal.Records.record;
import static org.datxa.journal.Records.written;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.datxa.journal.DrevoJournalConfig;
import org.datxa.journal.DrevoServer;
import org.datxa.journal.Journal;
import org.datxa.journal.JournalCorrupted;
import org.datxa.journal.JournalException;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.JournalRefused;
import org.datxa.journal.Journals;
import org.datxa.journal.State;
import org.datxa.journal.internal.lane.Pause;
import org.datxa.lab.LabDrevo;
import org.datxa.lab.LabFault;
import org.datxa.spi.Finding;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is found at start-up, and what is not guessed later. */
class DrevoCheckTest {
  private final LabDrevo lab = DrevoServer.lab();
  private final DrevoJournalConfig config =
      DrevoServer.newConfig()
          .withLimits(Drevo.limits(Duration.ofSeconds(5), Duration.ofSeconds(2)));
  private final String database = DrevoServer.database(config);
  private final Journal journal = Journals.drevo(config);

  @AfterEach
  void close() {
    lab.clearFaults();
    journal.close();
  }

  private void run(String cypher) {
    lab.query(database, cypher, Map.of());
  }

  private Finding only() {
    assertThat(journal.check()).hasSize(1);
    return journal.check().get(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"DatBinding", "DatApplied"})
  void graphOfAStoreIsRefused(String label) {
    run("CREATE (:" + label + " {title: 'x', store: 'social'})");
    assertThat(only().problem()).contains(label).contains("store's");
    assertThat(only().nextStep()).contains("database of its own");
    assertThatThrownBy(journal::id).isInstanceOf(IllegalStateException.class);
    assertThat(lab.query(database, Cypher.COUNT, Map.of()).get(0)).containsEntry("found", 0L);
  }

  @Test
  void graphThatBecameAStoresIsRefusedAtTheNextStart() {
    assertThat(journal.check()).isEmpty();
    run("CREATE (:DatBinding {title: 'x', store: 'social'})");
    assertThat(only().problem()).contains("DatBinding");
  }

  @Test
  void unreachableServerIsFound() {
    try (Journal nowhere =
        Journals.drevo(DrevoJournalConfig.of("bolt://127.0.0.1:1", "me", "swordfish"))) {
      assertThat(nowhere.check())
          .singleElement()
          .satisfies(it -> assertThat(it.nextStep()).contains("start the server"))
          .asString()
          .doesNotContain("swordfish");
      assertThatThrownBy(() -> nowhere.insert(record(State.COMMITTED)))
          .isInstanceOf(JournalRefused.class)
          .hasMessageNotContaining("swordfish");
    }
  }

  @Test
  void serverThatDoesNotEvenGreetIsFoundInTime() throws IOException {
    Duration second = Duration.ofSeconds(1);
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Journal nowhere =
            Journals.drevo(
                DrevoJournalConfig.of("bolt://127.0.0.1:" + silent.getLocalPort(), "", "")
                    .withLimits(new DrevoJournalConfig.Limits(second, second, second, second)))) {
      assertThat(nowhere.check())
          .singleElement()
          .satisfies(it -> assertThat(it.nextStep()).contains("start the server"));
      assertThatThrownBy(() -> nowhere.insert(record(State.COMMITTED)))
          .isInstanceOf(JournalRefused.class);
    }
  }

  @Test
  void missingDatabaseIsFound() {
    try (Journal nowhere = Journals.drevo(DrevoServer.config(lab, "nobody_made_it"))) {
      assertThat(nowhere.check())
          .singleElement()
          .satisfies(it -> assertThat(it.nextStep()).contains("create the database"));
    }
  }

  @Test
  void recordsWithoutIdentityAreFound() throws JournalException {
    assertThat(journal.check()).isEmpty();
    written(journal, record(State.COMMITTED));
    run("MATCH (n {title: 'DatJournal:identity'}) DELETE n");
    assertThat(only().problem()).contains("no node DatJournal:identity");
    assertThatThrownBy(() -> journal.insert(record(State.COMMITTED)))
        .isInstanceOf(JournalRefused.class)
        .hasMessageContaining("DatJournal:identity");
  }

  @Test
  void otherLayoutIsFound() {
    assertThat(journal.check()).isEmpty();
    run("MATCH (n {title: 'DatJournal:identity'}) SET n.layout = 2");
    assertThat(only().problem()).contains("layout 2");
  }

  @Test
  void damagedIdentityIsFoundAndLeftAlone() {
    assertThat(journal.check()).isEmpty();
    run("MATCH (n {title: 'DatJournal:identity'}) SET n.journalId = 'me'");
    assertThat(only().problem()).contains("no UUID");
    run("MATCH (n {title: 'DatJournal:identity'}) SET n.watermark = 'soon'");
    assertThat(only().problem()).contains("cannot be read");
    assertThatThrownBy(journal::watermarkMillis).isInstanceOf(JournalCorrupted.class);
  }

  @Test
  void nodesOfSomebodyElseWithTheLabelAreFound() {
    run("CREATE (:DatJournal {title: 'diary'})");
    run("CREATE (:DatJournal {page: 1})");
    assertThat(journal.check().toString()).contains("2 nodes DatJournal");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "n.branches = '[]'",
        "n.branches = 7",
        "n.progress = '0 {'",
        "n.state = 'PERHAPS'",
        "n.datTxTime = null",
        "n.updatedMs = 'late'"
      })
  void recordThatMakesNoSenseIsReportedAndLeftAlone(String damage) throws JournalException {
    assertThat(journal.check()).isEmpty();
    JournalRecord record = written(journal, record(State.COMMITTED));
    run("MATCH (n {title: 'DatJournal:" + record.datTxn() + "'}) SET " + damage);
    assertThatThrownBy(() -> journal.find(record.datTxn()))
        .isInstanceOf(JournalCorrupted.class)
        .hasMessageContaining(record.datTxn().toString());
  }

  @Test
  void compactionGoesThroughManyPages() throws JournalException {
    assertThat(journal.check()).isEmpty();
    run(
        "UNWIND range(1, 1100) AS i CREATE (:DatJournal {title: 'DatJournal:0000000' + toString(i)"
            + " + 'x', state: 'DONE', finished: true})");
    JournalRecord stays =
        written(journal, record(State.COMMITTED, datTxn(NOW + 5), Optional.empty()), State.DONE);
    assertThat(journal.compact(NOW, done -> {})).isEqualTo(1100);
    assertThat(journal.find(stays.datTxn())).contains(stays);
    assertThat(journal.compact(NOW, done -> {})).isZero();
  }

  @Test
  void scanNeverAsksForBranches() throws JournalException {
    assertThat(journal.check()).isEmpty();
    written(journal, record(State.COMMITTED));
    lab.clearLog();
    assertThat(journal.scan(Set.of(State.COMMITTED), NOW + 9, Optional.empty(), 9)).hasSize(1);
    assertThat(journal.listed()).isEmpty();
    assertThat(lab.log()).isNotEmpty().noneMatch(it -> it.text().contains("branches"));
  }

  @Test
  void timeIsTheServersWhereItTells() throws JournalException {
    Clock other = Clock.fixed(Instant.ofEpochMilli(42), ZoneOffset.UTC);
    try (Journal here = new DrevoJournal(config, other, Pause.REAL, new Random(1))) {
      assertThat(here.serverMillis()).isGreaterThan(NOW / 2);
      lab.fault(
          LabFault.before("RUN db=" + database + ".*timestamp")
              .error("Neo.DatabaseError.General.UnknownError")
              .always());
      assertThat(here.serverMillis()).isEqualTo(42);
      lab.clearFaults();
      lab.clearLog();
      assertThat(here.serverMillis()).as("asked once only").isEqualTo(42);
      assertThat(lab.log()).noneMatch(it -> it.text().contains("timestamp"));
    }
  }
}
