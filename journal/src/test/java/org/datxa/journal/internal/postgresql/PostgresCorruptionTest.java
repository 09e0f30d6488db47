package org.datxa.journal.internal.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.datxa.journal.Records.NOW;
import static org.datxa.journal.Records.record;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.Optional;
import java.util.Set;
import org.datxa.journal.Journal;
import org.datxa.journal.JournalCorrupted;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.Journals;
import org.datxa.journal.PostgresJournalConfig;
import org.datxa.journal.Progress;
import org.datxa.journal.Records;
import org.datxa.journal.Server;
import org.datxa.journal.State;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A record that was damaged or edited by hand is reported, never guessed. */
class PostgresCorruptionTest {
  private static final String DAT_TXN = "<dat_txn>";

  private final PostgresJournalConfig config = Server.newConfig();
  private Journal journal;
  private JournalRecord record;

  @BeforeEach
  void open() throws Exception {
    journal = Journals.postgresql(config);
    assertThat(journal.check()).isEmpty();
    record = record(State.COMMITTED, Records.datTxn(NOW), Optional.of("x"));
    journal.insert(record);
  }

  @AfterEach
  void close() {
    journal.close();
  }

  private void edit(String column, String value) throws Exception {
    try (Connection connection = Sql.connect(config);
        PreparedStatement update =
            connection.prepareStatement(
                "UPDATE " + Sql.table(config) + " SET " + column + " = ? WHERE dat_txn = ?")) {
      update.setString(1, value);
      update.setObject(2, record.datTxn());
      assertThat(update.executeUpdate()).isEqualTo(1);
    }
  }

  private void assertCorrupted(String why) {
    assertThatThrownBy(() -> journal.find(record.datTxn()))
        .isInstanceOf(JournalCorrupted.class)
        .hasMessageContaining(record.datTxn().toString())
        .hasMessageContaining(why);
    assertThatThrownBy(() -> journal.findByXid("x")).isInstanceOf(JournalCorrupted.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          ``                                                                             | empty
          null                                                                           | not a list
          {}                                                                             | not a list
          []                                                                             | changed
          [1]                                                                            | object
          [] []                                                                          | not JSON
          [{"store":"pg","gid":"dat:<dat_txn>:pg","two_phase":true}]                     | fields
          [{"store":"pg","gid":"dat:<dat_txn>:pg","two_phase":true,"payload":"","a":1}]  | fields
          [{"store":"pg","store":"pg","gid":"dat:<dat_txn>:pg","two_phase":true,"payload":""}] | not JSON
          [{"store":"pg","gid":"dat:<dat_txn>:ch","two_phase":true,"payload":""}]        | not the gid
          [{"store":"pg","gid":"dat:00000000-0000-7000-8000-000000000000:pg","two_phase":true,"payload":""}] | not the gid
          [{"store":"pg","gid":"tx:1","two_phase":true,"payload":""}]                    | not a gid
          [{"store":"pg","gid":"dat:<dat_txn>:pg","two_phase":"yes","payload":""}]       | two_phase
          [{"store":"pg","gid":"dat:<dat_txn>:pg","two_phase":true,"payload":"%%"}]      | base64
          [{"store":"pg","gid":"dat:<dat_txn>:pg","two_phase":true,"payload":null}]      | payload
          [{"store":"pg","gid":"dat:<dat_txn>:pg","two_phase":true,"payload":""},{"store":"pg","gid":"dat:<dat_txn>:pg","two_phase":true,"payload":""}] | twice
          """)
  void editedBranchesAreFound(String text, String why) throws Exception {
    edit("branches", text.replace(DAT_TXN, record.datTxn().toString()));
    assertCorrupted(why);
  }

  @Test
  void oneEditedByteOfAPayloadIsFound_evenAfterAChange() throws Exception {
    String branches = Sql.column(config, "SELECT branches FROM " + Sql.table(config)).get(0);
    assertThat(branches).contains("cm93");
    edit("branches", branches.replace("cm93", "cm83"));
    assertCorrupted("changed");
    journal.advance(record.head(), record.to(State.DONE, Progress.NONE, NOW).head());
    assertCorrupted("changed");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0",
        "{}",
        "0 {}",
        "-1 {}",
        "00 {}",
        "0 {\"listed\":0}",
        "99999999999999999999 {}",
        "0 {\"listed\":0,\"cleaned\":false,\"claims\":{\"a\":1},\"applied\":{},\"heuristics\":{},"
            + "\"crc\":\"\"}",
        "0 {\"listed\":0,\"cleaned\":false,\"claims\":{},\"applied\":{\"a\":1},\"heuristics\":{},"
            + "\"crc\":\"\"}"
      })
  void editedProgressIsFound(String text) throws Exception {
    edit("progress", text);
    assertCorrupted("");
    assertThatThrownBy(
            () -> journal.scan(Set.of(State.COMMITTED), Long.MAX_VALUE, Optional.empty(), 9))
        .isInstanceOf(JournalCorrupted.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0 {}", "0 {\"listed\":1}", "0 {\"cleaned\":false,\"listed\":0}"})
  void x1_listingIsWholeOrNotAtAll(String text) throws Exception {
    edit("progress", text);
    assertThatThrownBy(journal::listed).isInstanceOf(JournalCorrupted.class);
  }

  @Test
  void missingProgressIsFound() throws Exception {
    edit("progress", null);
    assertCorrupted("progress");
    assertThatThrownBy(journal::listed).isInstanceOf(JournalCorrupted.class);
  }

  @Test
  void unknownStateIsFound() throws Exception {
    edit("state", "committed");
    assertCorrupted("state");
  }

  @Test
  void oneXidOfTwoRecordsIsReported() throws Exception {
    JournalRecord twin = record(State.PREPARED, Records.datTxn(NOW), Optional.of("x"));
    journal.insert(twin);
    assertThatThrownBy(() -> journal.findByXid("x"))
        .isInstanceOf(JournalCorrupted.class)
        .hasMessageContaining(twin.datTxn().toString())
        .hasMessageContaining(record.datTxn().toString());
  }
}
