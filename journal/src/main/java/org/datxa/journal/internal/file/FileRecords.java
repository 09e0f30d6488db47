package org.datxa.journal.internal.file;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.datxa.journal.BelowWatermark;
import org.datxa.journal.JournalConflict;
import org.datxa.journal.JournalException;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.RecordHead;
import org.datxa.journal.State;
import org.datxa.journal.internal.sql.Queries;
import org.datxa.journal.internal.sql.Rows;
import org.datxa.journal.internal.text.Times;

/** What the worker does with the database on behalf of a caller. */
final class FileRecords {
  static final String WATERMARK = "watermark";
  static final String CLOCK = "clock";
  static final int BATCH = 1000;

  private static final UUID LEAST = new UUID(0, 0);
  private static final String DUPLICATE = "23505";

  private FileRecords() {}

  record Page(Set<State> states, long updatedBeforeMillis, Optional<UUID> after, int limit) {}

  @FunctionalInterface
  private interface Reader<T> {
    T read(ResultSet rows) throws SQLException, JournalException;
  }

  static boolean insert(FileDatabase database, JournalRecord record)
      throws SQLException, JournalException {
    if (Times.millis(record.datTxn()) < database.metaNumber(WATERMARK)) {
      throw new BelowWatermark(
          "dat_txn "
              + record.datTxn()
              + " is older than the journal's watermark: "
              + record.state()
              + " is not written. Next: nothing new is decided of it.");
    }
    try (PreparedStatement insert = database.connection().prepareStatement(FileSql.INSERT)) {
      Rows.bind(insert, 1, record);
      return insert.executeUpdate() == 1;
    } catch (SQLException e) {
      if (DUPLICATE.equals(e.getSQLState())) {
        throw new JournalConflict(
            "There is a record already of dat_txn " + record.datTxn() + ". Next: read it.", e);
      }
      throw e;
    }
  }

  static boolean advance(FileDatabase database, RecordHead read, RecordHead next)
      throws SQLException, JournalException {
    try (PreparedStatement update =
        database.connection().prepareStatement(FileSql.COMMON.advance())) {
      Rows.bind(update, 1, read, next);
      if (update.executeUpdate() == 0) {
        throw new JournalConflict(
            "The record of dat_txn "
                + read.datTxn()
                + " is not "
                + read.state()
                + " with progress version "
                + read.progress().version()
                + " any more, or gone. Next: read it.",
            null);
      }
      return true;
    }
  }

  static Optional<JournalRecord> find(FileDatabase database, UUID datTxn)
      throws SQLException, JournalException {
    return query(
        database.connection().prepareStatement(FileSql.COMMON.find()), Queries::one, datTxn);
  }

  static Optional<JournalRecord> findByXid(FileDatabase database, String xid)
      throws SQLException, JournalException {
    return query(
        database.connection().prepareStatement(FileSql.COMMON.findByXid()), Queries::one, xid);
  }

  static List<RecordHead> listed(FileDatabase database) throws SQLException, JournalException {
    return query(database.connection().prepareStatement(FileSql.COMMON.listed()), Queries::heads);
  }

  static List<RecordHead> scan(FileDatabase database, Page page)
      throws SQLException, JournalException {
    return query(
        database.connection().prepareStatement(FileSql.COMMON.scan(page.states())),
        Queries::heads,
        page.updatedBeforeMillis(),
        page.after().orElse(LEAST),
        page.limit());
  }

  static Set<String> registered(FileDatabase database) throws SQLException, JournalException {
    return query(
        database.connection().prepareStatement(FileSql.COMMON.registered()), Queries::stores);
  }

  private static <T> T query(PreparedStatement statement, Reader<T> reader, Object... values)
      throws SQLException, JournalException {
    try (statement) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      try (ResultSet rows = statement.executeQuery()) {
        return reader.read(rows);
      }
    }
  }

  static boolean register(FileDatabase database, String store) throws SQLException {
    database.put(FileSql.STORE + store, "bound");
    return true;
  }

  /** Raises a number that never goes back, and answers the one that holds. */
  static long raise(FileDatabase database, String name, long wanted) throws SQLException {
    long held = Math.max(wanted, database.metaNumber(name));
    database.put(name, Long.toString(held));
    return held;
  }

  static int delete(FileDatabase database, long watermark) throws SQLException {
    try (PreparedStatement delete = database.connection().prepareStatement(FileSql.DELETE)) {
      delete.setObject(1, Times.bound(watermark));
      delete.setInt(2, BATCH);
      return delete.executeUpdate();
    }
  }
}
