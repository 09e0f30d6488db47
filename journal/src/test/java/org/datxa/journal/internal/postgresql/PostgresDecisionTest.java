package org.datxa.journal.internal.postgresql;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.datxa.journal.Records.NOW;
import static org.datxa.journal.Records.datTxn;
import static org.datxa.journal.Records.record;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.datxa.journal.Journal;
import org.datxa.journal.JournalConflict;
import org.datxa.journal.JournalException;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.JournalRefused;
import org.datxa.journal.Journals;
import org.datxa.journal.PostgresJournalConfig;
import org.datxa.journal.Server;
import org.datxa.journal.State;
import org.datxa.spi.DecisionText;
import org.datxa.spi.DecisionWrite;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** C1, C2, S3: the decision as part of a branch's own commit. */
class PostgresDecisionTest {
  private PostgresJournalConfig config;
  private Journal journal;
  private Connection branch;

  @BeforeEach
  void open() throws SQLException {
    config = waiting(Server.newConfig(), Duration.ofMillis(100));
    journal = Journals.postgresql(config);
    assertThat(journal.check()).isEmpty();
    branch = Sql.connect(config);
    branch.setAutoCommit(false);
  }

  private static PostgresJournalConfig waiting(PostgresJournalConfig config, Duration lock) {
    return config.withLimits(
        new PostgresJournalConfig.Limits(
            Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofSeconds(30), lock));
  }

  @AfterEach
  void close() throws SQLException {
    branch.close();
    journal.close();
  }

  static IntStream levels() {
    return IntStream.of(
        Connection.TRANSACTION_READ_COMMITTED,
        Connection.TRANSACTION_REPEATABLE_READ,
        Connection.TRANSACTION_SERIALIZABLE);
  }

  /** Takes a snapshot that is older than all that follows. */
  private void begin(int isolation) throws SQLException {
    branch.setTransactionIsolation(isolation);
    Sql.column(branch, "SELECT count(*) FROM " + Sql.table(config));
  }

  @Test
  void j10_whenTheWatermarkMovesWithinTheMessage_itFails_andIsNotOneWithoutItsRow()
      throws Exception {
    JournalRecord record = record(State.COMMITTED, datTxn(NOW - 1), Optional.empty());
    DecisionText text = journal.decision(record).text().orElseThrow();
    String moves = "SELECT setval('" + Sql.of(config).names().watermark() + "', " + NOW + "); ";
    String spliced = text.sql().replace("INSERT INTO", moves + "INSERT INTO");
    try (PreparedStatement message = branch.prepareStatement(spliced)) {
      text.bind(message, 1);
      assertThatThrownBy(() -> new Results(executed(message)).skip(2).count())
          .isInstanceOfSatisfying(
              SQLException.class, failure -> assertThat(text.isLost(failure)).isTrue());
    }
    branch.rollback();
    assertThat(journal.find(record.datTxn())).isEmpty();
  }

  private static PreparedStatement executed(PreparedStatement message) throws SQLException {
    message.execute();
    return message;
  }

  @ParameterizedTest
  @MethodSource("levels")
  void c2_decisionIsWrittenWithTheBranchAtEveryLevel(int isolation) throws Exception {
    begin(isolation);
    JournalRecord record = record(State.COMMITTED);
    journal.decision(record).writeOn(branch);
    assertThat(journal.find(record.datTxn())).isEmpty();
    branch.commit();
    assertThat(journal.find(record.datTxn())).contains(record);
  }

  @ParameterizedTest
  @MethodSource("levels")
  void s3_decisionSeesTheNewestWatermarkAtEveryLevel(int isolation) throws Exception {
    begin(isolation);
    journal.compact(NOW, count -> {});
    JournalRecord old = record(State.COMMITTED, datTxn(NOW - 1), Optional.empty());
    assertThatThrownBy(() -> journal.decision(old).writeOn(branch))
        .isInstanceOfSatisfying(
            SQLException.class,
            e -> assertThat(e.getSQLState()).isEqualTo(InsertDecision.BELOW_WATERMARK))
        .hasMessageContaining(old.datTxn().toString());
    branch.rollback();
    assertThat(journal.find(old.datTxn())).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("levels")
  void c2_decisionLosesAgainstATombstoneAtEveryLevel(int isolation) throws Exception {
    begin(isolation);
    JournalRecord record = record(State.COMMITTED);
    journal.insert(JournalRecord.tombstone(record.datTxn(), NOW));
    assertThatThrownBy(() -> journal.decision(record).writeOn(branch))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("23505"));
    branch.rollback();
  }

  @Test
  void c1_tombstoneWaitsForTheDecisionAndLoses() throws Exception {
    JournalRecord record = record(State.COMMITTED);
    journal.decision(record).writeOn(branch);
    CompletableFuture<Throwable> outcome = tombstone(record, Duration.ofSeconds(20));
    awaitWaiting();
    branch.commit();
    assertThat(outcome.get(60, SECONDS)).isInstanceOf(JournalConflict.class);
    assertThat(journal.find(record.datTxn())).contains(record);
  }

  @Test
  void c1_tombstoneWaitsForTheDecisionAndWinsWhenItRollsBack() throws Exception {
    JournalRecord record = record(State.COMMITTED);
    journal.decision(record).writeOn(branch);
    CompletableFuture<Throwable> outcome = tombstone(record, Duration.ofSeconds(20));
    awaitWaiting();
    branch.rollback();
    assertThat(outcome.get(60, SECONDS)).isNull();
    assertThat(journal.find(record.datTxn()).orElseThrow().state()).isEqualTo(State.ABORTED);
  }

  private CompletableFuture<Throwable> tombstone(JournalRecord record, Duration lock) {
    return CompletableFuture.supplyAsync(
        () -> {
          try (Journal other = Journals.postgresql(waiting(config, lock))) {
            other.insert(JournalRecord.tombstone(record.datTxn(), NOW));
            return null;
          } catch (JournalException e) {
            return e;
          }
        });
  }

  private void awaitWaiting() {
    await()
        .atMost(20, SECONDS)
        .until(
            () ->
                Sql.column(
                        config,
                        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database()"
                            + " AND wait_event = 'transactionid'")
                    .contains("1"));
  }

  @Test
  void c1_tombstoneGivesUpAfterItsLockTimeout() throws Exception {
    JournalRecord record = record(State.COMMITTED);
    journal.decision(record).writeOn(branch);
    assertThatThrownBy(() -> journal.insert(JournalRecord.tombstone(record.datTxn(), NOW)))
        .isInstanceOf(JournalRefused.class)
        .hasMessageContaining(record.datTxn().toString());
    branch.commit();
    assertThat(journal.find(record.datTxn())).contains(record);
  }

  @Test
  void decisionRunsOnceInsideATransaction() throws Exception {
    DecisionWrite decision = journal.decision(record(State.COMMITTED));
    decision.writeOn(branch);
    assertThatThrownBy(() -> decision.writeOn(branch)).isInstanceOf(IllegalStateException.class);
    branch.rollback();
    branch.setAutoCommit(true);
    assertThatThrownBy(() -> journal.decision(record(State.COMMITTED)).writeOn(branch))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("transaction");
    assertThatThrownBy(() -> journal.decision(record(State.PREPARED)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
