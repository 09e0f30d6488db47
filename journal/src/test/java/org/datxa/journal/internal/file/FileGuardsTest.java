package org.datxa.journal.internal.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.datxa.journal.Records.record;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Properties;
import java.util.UUID;
import org.datxa.journal.Journal;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.JournalRefused;
import org.datxa.journal.Journals;
import org.datxa.journal.State;
import org.datxa.lab.LabProcess;
import org.h2.Driver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file journal belongs to one journal of one process. */
class FileGuardsTest {
  private static final Clock CLOCK = Clock.fixed(Instant.ofEpochMilli(77), ZoneOffset.UTC);

  @TempDir private Path folder;

  private Journal open() {
    return Journals.file(folder.resolve("journal"), CLOCK);
  }

  /** Another process: opens the file, says what it found, and holds it until its input ends. */
  static final class Other {
    private Other() {}

    public static void main(String[] arguments) throws Exception {
      try (Journal journal = Journals.file(Path.of(arguments[0]), Clock.systemUTC())) {
        System.out.println("found " + journal.check());
        JournalRecord record = record(State.COMMITTED);
        journal.insert(record);
        System.out.println("wrote " + record.datTxn());
        while (System.in.read() >= 0) {
          // holds the file
        }
      }
    }
  }

  @Test
  void secondProcessIsRefused() {
    try (LabProcess other = LabProcess.start(Other.class, folder.resolve("journal").toString())) {
      other.awaitLine("found \\[\\]", Duration.ofSeconds(30));
      try (Journal journal = open()) {
        assertThat(journal.check())
            .singleElement()
            .satisfies(
                finding ->
                    assertThat(finding.problem())
                        .contains(folder.toString())
                        .contains("another process"));
        assertThatThrownBy(() -> journal.insert(record(State.COMMITTED)))
            .isInstanceOf(JournalRefused.class);
        other.kill9();
        other.awaitExit(Duration.ofSeconds(30));
        assertThat(journal.check()).isEmpty();
      }
    }
  }

  @Test
  void secondJournalOfTheSameProcessIsRefused() throws Exception {
    JournalRecord record = record(State.COMMITTED);
    try (Journal first = open()) {
      assertThat(first.check()).isEmpty();
      try (Journal second = Journals.file(folder.resolve("x/../journal"), CLOCK)) {
        assertThat(second.check())
            .singleElement()
            .satisfies(finding -> assertThat(finding.problem()).contains("this process"));
      }
      first.insert(record);
    }
    try (Journal third = open()) {
      assertThat(third.find(record.datTxn())).contains(record);
    }
  }

  @Test
  void answeredWriteOutlivesAKilledProcess() throws Exception {
    UUID datTxn;
    try (LabProcess other = LabProcess.start(Other.class, folder.resolve("journal").toString())) {
      String line = other.awaitLine("wrote .*", Duration.ofSeconds(30));
      datTxn = UUID.fromString(line.substring("wrote ".length()));
      other.kill9();
      other.awaitExit(Duration.ofSeconds(30));
    }
    try (Journal journal = open()) {
      assertThat(journal.find(datTxn).orElseThrow().state()).isEqualTo(State.COMMITTED);
    }
  }

  @Test
  void decisionOfABranchIsRefused() {
    try (Journal journal = open()) {
      assertThatThrownBy(() -> journal.decision(record(State.COMMITTED)).writeOn(null))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("0A000"));
    }
  }

  @Test
  void pathThatWouldChangeSettingsIsRefused() {
    assertThatThrownBy(() -> Journals.file(folder.resolve("a;INIT=DROP ALL OBJECTS"), CLOCK))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void serverClockIsTheGivenOne() throws Exception {
    try (Journal journal = open()) {
      assertThat(journal.serverMillis()).isEqualTo(77);
    }
  }

  @Test
  void wrongShapeIsNamed() throws Exception {
    String url = "jdbc:h2:file:" + folder.resolve("journal");
    try (Connection connection = new Driver().connect(url, new Properties());
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE SCHEMA \"datxa\"");
      statement.execute(
          "CREATE TABLE \"datxa\".\"dat_journal\" (dat_txn uuid PRIMARY KEY, state varchar,"
              + " xid bigint)");
    }
    try (Journal journal = open()) {
      assertThat(journal.check())
          .anySatisfy(finding -> assertThat(finding.problem()).contains("xid BIGINT"))
          .anySatisfy(finding -> assertThat(finding.problem()).contains("branches"));
    }
  }

  @Test
  void fileThatIsNoJournalIsFound() throws Exception {
    Files.writeString(folder.resolve("journal.mv.db"), "not a database ".repeat(999));
    try (Journal journal = open()) {
      assertThat(journal.check())
          .singleElement()
          .satisfies(finding -> assertThat(finding.problem()).contains(folder.toString()));
    }
  }
}
