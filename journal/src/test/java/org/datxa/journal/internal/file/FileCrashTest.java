package org.datxa.journal.internal.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.datxa.journal.Records.NOW;
import static org.datxa.journal.Records.record;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.datxa.journal.JournalException;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.Progress;
import org.datxa.journal.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the file of a process that is killed holds, and how large it becomes. */
class FileCrashTest {
  private static final int WRITES = 60;

  @TempDir private Path folder;

  private FileJournal journal(String name, String settings) {
    return new FileJournal("file:" + folder.resolve(name) + settings, Clock.systemUTC());
  }

  private Path file(String name) {
    return folder.resolve(name + ".mv.db");
  }

  @Test
  void j3_whatWasAnsweredIsInTheFileThatAKilledProcessLeaves() throws Exception {
    List<State> found = new ArrayList<>();
    // A file is older than a minute sooner or later; this one is after some milliseconds.
    try (FileJournal journal = journal("journal", ";RETENTION_TIME=10")) {
      assertThat(journal.check()).isEmpty();
      for (int i = 0; i < WRITES; i++) {
        JournalRecord committed = committed(journal);
        found.add(left(committed).map(JournalRecord::state).orElse(null));
      }
    }
    assertThat(found).hasSize(WRITES).containsOnly(State.COMMITTED);
  }

  private static JournalRecord committed(FileJournal journal) throws JournalException {
    JournalRecord first = record(State.PREPARED);
    journal.insert(first);
    JournalRecord next = first.to(State.COMMITTED, Progress.NONE, NOW);
    journal.advance(first.head(), next.head());
    return next;
  }

  /** What the next process would find of a record, if this one were killed now. */
  private Optional<JournalRecord> left(JournalRecord record) throws IOException, JournalException {
    Files.copy(file("journal"), file("left"), StandardCopyOption.REPLACE_EXISTING);
    try (FileJournal next = journal("left", "")) {
      return next.find(record.datTxn());
    }
  }

  @Test
  void whenAFileIsLarge_theNextOpeningMakesItSmallAndKeepsWhatIsInIt() throws Exception {
    List<JournalRecord> records = new ArrayList<>();
    try (FileJournal journal = journal("journal", "")) {
      assertThat(journal.check()).isEmpty();
      for (int i = 0; i < WRITES; i++) {
        records.add(committed(journal));
      }
    }
    long large = Files.size(file("journal"));
    new FileSpace("file:" + folder.resolve("journal"), 2 * large).open().close();
    assertThat(Files.size(file("journal"))).isGreaterThanOrEqualTo(large);
    new FileSpace("file:" + folder.resolve("journal"), large / 2).open().close();
    assertThat(Files.size(file("journal"))).isLessThan(large / 2);
    try (FileJournal journal = journal("journal", "")) {
      for (JournalRecord record : records) {
        assertThat(journal.find(record.datTxn()).map(JournalRecord::state))
            .contains(State.COMMITTED);
      }
    }
  }
}
