package org.datxa.journal.internal.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.datxa.journal.Records.NOW;
import static org.datxa.journal.Records.datTxn;
import static org.datxa.journal.Records.record;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.datxa.journal.Journal;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.JournalRefused;
import org.datxa.journal.Journals;
import org.datxa.journal.PostgresJournalConfig;
import org.datxa.journal.Server;
import org.datxa.journal.State;
import org.datxa.lab.LabPostgres;
import org.datxa.spi.Finding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the journal finds at start-up. */
class PostgresCheckTest {
  private final PostgresJournalConfig config = Server.newConfig();

  private static List<Finding> check(PostgresJournalConfig config) {
    try (Journal journal = Journals.postgresql(config)) {
      return journal.check();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ALTER TABLE %s DROP COLUMN xid                          | lacks the column: xid text
          ALTER TABLE %s ALTER updated_ms TYPE integer            | has the column: updated_ms integer
          ALTER TABLE %s ALTER state DROP NOT NULL                | lacks the column: state text not null
          ALTER TABLE %s ADD COLUMN more text                     | has the column: more text
          ALTER TABLE %s DROP CONSTRAINT dat_journal_pkey         | primary key
          ALTER TABLE %s SET UNLOGGED                             | persistence
          """)
  void wrongShapeIsNamed(String change, String named) throws SQLException {
    assertThat(check(config)).isEmpty();
    Sql.run(config, change.formatted(Sql.table(config)));
    assertThat(check(config))
        .anySatisfy(
            finding -> assertThat(finding.problem()).contains(named).contains(config.schema()));
  }

  @Test
  void tablesOfSomebodyElseAreLeftAlone() throws SQLException {
    Sql.run(
        config,
        "CREATE SCHEMA " + config.schema(),
        "CREATE TABLE " + Sql.table(config) + " (dat_txn int)",
        "INSERT INTO " + Sql.table(config) + " VALUES (7)");
    assertThat(check(config)).isNotEmpty();
    assertThat(Sql.column(config, "SELECT * FROM " + Sql.table(config))).containsExactly("7");
  }

  @Test
  void unreachableServerIsFound_withoutSecrets() {
    PostgresJournalConfig nowhere =
        PostgresJournalConfig.of(
            "jdbc:postgresql://127.0.0.1:1/nowhere?password=hunter2", "me", "hunter1");
    assertThat(nowhere.toString()).doesNotContain("hunter");
    try (Journal journal = Journals.postgresql(nowhere)) {
      assertThat(journal.location()).contains("127.0.0.1:1/nowhere").doesNotContain("hunter");
      assertThat(journal.check())
          .singleElement()
          .satisfies(finding -> assertThat(finding.where()).isEqualTo("journal"))
          .satisfies(finding -> assertThat(finding.toString()).doesNotContain("hunter"));
      assertThatThrownBy(() -> journal.insert(record(State.COMMITTED)))
          .isInstanceOf(JournalRefused.class)
          .hasMessageNotContaining("hunter");
      assertThatThrownBy(journal::id).isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void readOnlyServerIsFoundAndRefused() throws Exception {
    PostgresJournalConfig frozen = Server.config(Server.lab().newDatabase("frozen"));
    assertThat(check(frozen)).isEmpty();
    Sql.run(
        Server.config("postgres"),
        "ALTER DATABASE " + Server.database(frozen) + " SET default_transaction_read_only = on");
    assertThat(check(frozen))
        .singleElement()
        .satisfies(finding -> assertThat(finding.problem()).contains("read-only"));
    try (Journal journal = Journals.postgresql(frozen)) {
      assertThatThrownBy(() -> journal.insert(record(State.COMMITTED)))
          .isInstanceOf(JournalRefused.class);
    }
  }

  @Test
  void standbyIsFoundAndRefused() throws Exception {
    try (LabPostgres lab = LabPostgres.start()) {
      PostgresJournalConfig there =
          PostgresJournalConfig.of(lab.jdbcUrl("postgres"), lab.user(), lab.password());
      assertThat(check(there)).isEmpty();
      try (Connection operator = lab.connect("postgres")) {
        String data = Sql.column(operator, "SHOW data_directory").get(0);
        Sql.run(operator, "COPY (SELECT '') TO '" + data + "/standby.signal'", "CHECKPOINT");
      }
      lab.restart();
      assertThat(check(there))
          .singleElement()
          .satisfies(finding -> assertThat(finding.problem()).contains("standby"));
      try (Journal journal = Journals.postgresql(there)) {
        assertThatThrownBy(() -> journal.insert(record(State.COMMITTED)))
            .isInstanceOf(JournalRefused.class);
        assertThatThrownBy(() -> journal.find(datTxn(NOW)))
            .isInstanceOf(JournalRefused.class)
            .hasMessageContaining("standby");
        assertThatThrownBy(journal::listed).isInstanceOf(JournalRefused.class);
      }
    }
  }

  @Test
  void missingRightsAreNamed() throws SQLException {
    assertThat(check(config)).isEmpty();
    Sql.run(
        config,
        "CREATE ROLE clerk LOGIN PASSWORD 'clerk'",
        "GRANT USAGE ON SCHEMA " + config.schema() + " TO clerk",
        "GRANT SELECT, INSERT, DELETE ON " + Sql.table(config) + " TO clerk");
    PostgresJournalConfig clerk =
        PostgresJournalConfig.of(config.url().replaceFirst("user=[^&]*", ""), "clerk", "clerk")
            .at(config.schema(), config.table());
    assertThat(check(clerk))
        .singleElement()
        .satisfies(finding -> assertThat(finding.problem()).contains("clerk").contains("UPDATE"));
  }

  @Test
  void manyThatStartAtOnceMakeOneJournal() {
    List<CompletableFuture<UUID>> starts = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      starts.add(CompletableFuture.supplyAsync(this::started));
    }
    Set<UUID> ids = new HashSet<>();
    starts.forEach(start -> ids.add(start.join()));
    assertThat(ids).hasSize(1);
  }

  private UUID started() {
    try (Journal journal = Journals.postgresql(config)) {
      assertThat(journal.check()).isEmpty();
      return journal.id();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a b",
        "a\"b",
        "a'b",
        "a;drop",
        "a.b",
        "\u00e4",
        "1a",
        "a\n",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
      })
  void hostileNamesAreRefused(String name) {
    assertThatThrownBy(() -> config.at(name, "t")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> config.at("s", name)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Select", "user", "Aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"})
  void unusualNamesWork(String name) throws Exception {
    PostgresJournalConfig unusual = config.at(name, name);
    try (Journal journal = Journals.postgresql(unusual)) {
      assertThat(journal.check()).isEmpty();
      JournalRecord record = record(State.COMMITTED);
      journal.insert(record);
      assertThat(journal.compact(NOW, count -> {})).isZero();
      assertThat(journal.find(record.datTxn())).contains(record);
    }
  }

  @Test
  void scansOfOpenWorkDoNotReadFinishedRecords() throws SQLException {
    assertThat(check(config)).isEmpty();
    try (Connection connection = Sql.connect(config)) {
      Sql.run(
          connection,
          "INSERT INTO "
              + Sql.table(config)
              + " SELECT gen_random_uuid(), 'DONE', 1, '[]', 1, 1, 'x' || n,"
              + " '1 {\"listed\":0,\"cleaned\":false,' FROM generate_series(1, 20000) n",
          "ANALYZE " + Sql.table(config));
      PostgresSql sql = Sql.of(config);
      String scan = sql.common.scan(Set.of(State.COMMITTED, State.PREPARED));
      assertThat(plan(connection, scan, "9", "'00000000-0000-0000-0000-000000000000'", "100"))
          .contains("dat_journal_open");
      assertThat(plan(connection, sql.common.listed())).contains("dat_journal_listed");
      assertThat(plan(connection, sql.common.findByXid(), "'x7'")).contains("dat_journal_xid");
    }
  }

  private static String plan(Connection connection, String query, String... values)
      throws SQLException {
    String text = query;
    for (String value : values) {
      text = text.replaceFirst("\\?", value);
    }
    return String.join("\n", Sql.column(connection, "EXPLAIN " + text));
  }
}
