package org.datxa.journal.internal.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.datxa.journal.Journal;
import org.datxa.journal.JournalException;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.RecordHead;
import org.datxa.journal.State;
import org.datxa.journal.internal.text.Checks;
import org.datxa.spi.DecisionWrite;
import org.datxa.spi.Finding;
import org.datxa.spi.StoreName;

/** The journal in a file of one process. */
public final class FileJournal implements Journal {
  private final String name;
  private final Clock clock;
  private final FileWorker worker;
  private volatile UUID id;

  FileJournal(String name, Clock clock) {
    this.name = name;
    this.clock = clock;
    this.worker = new FileWorker(new FileSession(name));
  }

  /**
   * Makes a journal; opens nothing yet.
   *
   * @param file the file, without suffix
   * @param clock the clock of this journal
   * @return the journal
   */
  public static FileJournal of(Path file, Clock clock) {
    Path whole = file.toAbsolutePath().normalize();
    if (whole.toString().contains(";")) {
      throw new IllegalArgumentException("The journal's file has a ';' in its path: " + whole);
    }
    return new FileJournal("file:" + folder(whole).resolve(whole.getFileName()), clock);
  }

  private static Path folder(Path file) {
    Path folder = file.getParent();
    if (folder == null) {
      throw new IllegalArgumentException("Not a file: " + file);
    }
    try {
      return Files.createDirectories(folder).toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException("The folder of the journal's file cannot be made", e);
    }
  }

  @Override
  public UUID id() {
    if (id == null) {
      throw new IllegalStateException("The journal was not checked yet");
    }
    return id;
  }

  @Override
  public String location() {
    return name;
  }

  @Override
  public List<Finding> check() {
    try {
      List<String> differences = worker.call(FileTask.writing("the check", this::differences));
      return differences.stream()
          .map(text -> finding(name + ": " + text, "move the file away, or name another"))
          .toList();
    } catch (JournalException e) {
      return List.of(finding(e.getMessage(), "name a file that this process alone can write"));
    }
  }

  private List<String> differences(FileDatabase database) throws SQLException {
    List<String> differences = database.differences();
    if (differences.isEmpty()) {
      String found = database.meta("id").orElseThrow(() -> new SQLException("it has no id"));
      database.put("id", found);
      id = UUID.fromString(found);
    }
    return differences;
  }

  private static Finding finding(String problem, String nextStep) {
    return new Finding("journal", problem, nextStep);
  }

  @Override
  public void insert(JournalRecord record) throws JournalException {
    Checks.first(record);
    worker.call(
        FileTask.writing(
            "insert of " + record.state() + " for dat_txn " + record.datTxn(),
            database -> FileRecords.insert(database, record)));
  }

  @Override
  public void advance(RecordHead read, RecordHead next) throws JournalException {
    Checks.change(read, next);
    worker.call(
        FileTask.writing(
            "change from " + read.state() + " to " + next.state() + " of dat_txn " + read.datTxn(),
            database -> FileRecords.advance(database, read, next)));
  }

  @Override
  public Optional<JournalRecord> find(UUID datTxn) throws JournalException {
    return worker.call(
        FileTask.reading("dat_txn " + datTxn, database -> FileRecords.find(database, datTxn)));
  }

  @Override
  public Optional<JournalRecord> findByXid(String xid) throws JournalException {
    return worker.call(
        FileTask.reading("xid " + xid, database -> FileRecords.findByXid(database, xid)));
  }

  @Override
  public List<RecordHead> listed() throws JournalException {
    return worker.call(
        FileTask.reading("the listing to a transaction manager", FileRecords::listed));
  }

  @Override
  public List<RecordHead> scan(
      Set<State> states, long updatedBeforeMillis, Optional<UUID> after, int limit)
      throws JournalException {
    if (states.isEmpty()) {
      return List.of();
    }
    FileRecords.Page page = new FileRecords.Page(states, updatedBeforeMillis, after, limit);
    return worker.call(
        FileTask.reading("a scan of " + states, database -> FileRecords.scan(database, page)));
  }

  @Override
  public DecisionWrite decision(JournalRecord record) {
    return connection -> {
      throw new SQLFeatureNotSupportedException(
          "The journal in " + name + " is not in a store's database: no co-located decision",
          "0A000");
    };
  }

  @Override
  public long watermarkMillis() throws JournalException {
    return worker.call(
        FileTask.reading("the watermark", database -> database.metaNumber(FileRecords.WATERMARK)));
  }

  @Override
  public long compact(long watermarkMillis, Counter counter) throws JournalException {
    long watermark =
        worker.call(
            FileTask.writing(
                "the watermark's move to " + watermarkMillis,
                database -> FileRecords.raise(database, FileRecords.WATERMARK, watermarkMillis)));
    long deleted = 0;
    int batch = FileRecords.BATCH;
    while (batch == FileRecords.BATCH && !Thread.currentThread().isInterrupted()) {
      batch =
          worker.call(
              FileTask.writing(
                  "the deletion of finished records",
                  database -> FileRecords.delete(database, watermark)));
      deleted += batch;
      counter.done(deleted);
    }
    return deleted;
  }

  @Override
  public long raiseClock(long ceiling) throws JournalException {
    return worker.call(
        FileTask.writing(
            "the clock's ceiling " + ceiling,
            database -> FileRecords.raise(database, FileRecords.CLOCK, ceiling)));
  }

  @Override
  public long serverMillis() {
    return clock.millis();
  }

  @Override
  public void register(String store) throws JournalException {
    StoreName.require(store);
    worker.call(
        FileTask.writing(
            "the registration of store " + store,
            database -> FileRecords.register(database, store)));
  }

  @Override
  public Set<String> registered() throws JournalException {
    return worker.call(FileTask.reading("the registered stores", FileRecords::registered));
  }

  @Override
  public void close() {
    worker.close();
  }
}
