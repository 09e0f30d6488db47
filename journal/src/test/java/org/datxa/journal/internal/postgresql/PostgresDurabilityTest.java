package org.datxa.journal.internal.postgresql;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.datxa.journal.Records.NOW;
import static org.datxa.journal.Records.record;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import org.datxa.journal.Journal;
import org.datxa.journal.JournalConflict;
import org.datxa.journal.JournalException;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.JournalUnknown;
import org.datxa.journal.Journals;
import org.datxa.journal.PostgresJournalConfig;
import org.datxa.journal.Progress;
import org.datxa.journal.Server;
import org.datxa.journal.State;
import org.datxa.lab.LabPostgres;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** J7: a write is durable whatever the database's defaults say, or its outcome is unknown. */
class PostgresDurabilityTest {

  @ParameterizedTest
  @CsvSource({
    "off, on, false",
    "local, on, false",
    "remote_write, on, false",
    "on, on, false",
    "remote_apply, remote_apply, false",
    "off, on, true"
  })
  void j7_synchronousCommitIsRaisedAndNeverLowered(String server, String meant, boolean group)
      throws Exception {
    PostgresJournalConfig config = observed("synchronous_commit", server).withGroupCommit(group);
    try (Journal journal = Journals.postgresql(config)) {
      assertThat(journal.check()).isEmpty();
      observe(config, "current_setting('synchronous_commit')");
      writeInEveryWay(config, journal);
      assertThat(Sql.column(config, "SELECT DISTINCT seen FROM seen")).containsExactly(meant);
      assertThat(Sql.column(config, "SELECT how FROM seen ORDER BY how"))
          .containsExactly("INSERT", "INSERT", "INSERT", "UPDATE");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void j7_decisionHasNoQueryTimeout(boolean group) throws Exception {
    PostgresJournalConfig config =
        Server.config(Server.lab().newDatabase("defaults")).withGroupCommit(group);
    try (Journal journal = Journals.postgresql(config)) {
      assertThat(journal.check()).isEmpty();
    }
    Sql.run(
        Server.config("postgres"),
        alter(config, "statement_timeout", "500ms"),
        alter(config, "lock_timeout", "500ms"));
    try (Journal journal = Journals.postgresql(config)) {
      observe(config, "(SELECT current_setting('statement_timeout') FROM pg_sleep(0.6))");
      writeInEveryWay(config, journal);
      assertThat(Sql.column(config, "SELECT DISTINCT seen FROM seen")).containsExactly("0");
    }
  }

  /** A database with a default of its own. */
  private static PostgresJournalConfig observed(String setting, String value) throws SQLException {
    PostgresJournalConfig config = Server.config(Server.lab().newDatabase("defaults"));
    Sql.run(Server.config("postgres"), alter(config, setting, value));
    return config;
  }

  private static String alter(PostgresJournalConfig config, String setting, String value) {
    return "ALTER DATABASE " + Server.database(config) + " SET " + setting + " = '" + value + "'";
  }

  private static void observe(PostgresJournalConfig config, String expression) throws SQLException {
    Sql.run(
        config,
        "SET statement_timeout = 0",
        "CREATE TABLE seen (how text, seen text)",
        "CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            + " INSERT INTO seen VALUES (TG_OP, "
            + expression
            + "); RETURN NEW; END $$",
        "CREATE TRIGGER see BEFORE INSERT OR UPDATE ON "
            + Sql.table(config)
            + " FOR EACH ROW EXECUTE FUNCTION see()");
  }

  private static void writeInEveryWay(PostgresJournalConfig config, Journal journal)
      throws JournalException, SQLException {
    JournalRecord first = record(State.PREPARED);
    journal.insert(first);
    journal.advance(first.head(), first.to(State.COMMITTED, Progress.NONE, NOW).head());
    journal.insert(JournalRecord.tombstone(record(State.ABORTED).datTxn(), NOW));
    try (Connection branch = Sql.connect(config)) {
      branch.setAutoCommit(false);
      journal.decision(record(State.COMMITTED)).writeOn(branch);
      branch.commit();
      assertThat(Sql.column(branch, "SHOW synchronous_commit"))
          .isEqualTo(Sql.column(config, "SHOW synchronous_commit"));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void j7_whenTheWaitForTheReplicaIsCancelled_theAnswerIsUnknown(boolean group) throws Exception {
    try (LabPostgres lab = LabPostgres.start()) {
      PostgresJournalConfig config =
          PostgresJournalConfig.of(lab.jdbcUrl("postgres"), lab.user(), lab.password())
              .withGroupCommit(group);
      try (Journal journal = Journals.postgresql(config);
          Connection operator = lab.connect("postgres")) {
        assertThat(journal.check()).isEmpty();
        Sql.run(
            operator,
            "ALTER SYSTEM SET synchronous_standby_names = 'nobody'",
            "SELECT pg_reload_conf()");
        assertUnknownWhenCancelled(operator, journal);
        Sql.run(
            operator, "ALTER SYSTEM RESET synchronous_standby_names", "SELECT pg_reload_conf()");
      }
    }
  }

  private static void assertUnknownWhenCancelled(Connection operator, Journal journal)
      throws Exception {
    await()
        .atMost(20, SECONDS)
        .until(() -> Sql.column(operator, "SHOW synchronous_standby_names").contains("nobody"));
    JournalRecord record = record(State.COMMITTED);
    CompletableFuture<Throwable> outcome =
        CompletableFuture.supplyAsync(() -> failure(() -> journal.insert(record)));
    await()
        .atMost(20, SECONDS)
        .until(
            () ->
                Sql.column(
                        operator,
                        "SELECT pg_cancel_backend(pid) FROM pg_stat_activity"
                            + " WHERE wait_event = 'SyncRep'")
                    .contains("t"));
    assertThat(outcome.get(60, SECONDS)).isInstanceOf(JournalUnknown.class);
  }

  @FunctionalInterface
  private interface Write {
    void run() throws JournalException;
  }

  private static Throwable failure(Write write) {
    try {
      write.run();
      return null;
    } catch (JournalException e) {
      return e;
    }
  }

  @Test
  void j1_repeatedInsertOfOnesOwnRecordConflictsWithIt() throws JournalException {
    try (Journal journal = Journals.postgresql(Server.newConfig())) {
      assertThat(journal.check()).isEmpty();
      JournalRecord record = record(State.COMMITTED);
      journal.insert(record);
      assertThatThrownBy(() -> journal.insert(record)).isInstanceOf(JournalConflict.class);
      assertThat(journal.find(record.datTxn())).contains(record);
    }
  }
}
