package org.datxa.journal.internal.sql;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.UUID;
import org.datxa.journal.JournalCorrupted;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.RecordHead;
import org.datxa.journal.internal.text.RecordText;

/** How a record becomes a row and comes back. */
public final class Rows {
  private Rows() {}

  /**
   * Gives an insert its eight values.
   *
   * @param insert the statement
   * @param first the index of the first one
   * @param record the record
   * @throws SQLException if the driver refuses a value
   */
  public static void bind(PreparedStatement insert, int first, JournalRecord record)
      throws SQLException {
    String branches = RecordText.branches(record.branches());
    insert.setObject(first, record.datTxn());
    insert.setString(first + 1, record.state().name());
    insert.setLong(first + 2, record.datTxTime());
    insert.setString(first + 3, branches);
    insert.setLong(first + 4, record.createdMillis());
    insert.setLong(first + 5, record.updatedMillis());
    if (record.xid().isPresent()) {
      insert.setString(first + 6, record.xid().get());
    } else {
      insert.setNull(first + 6, Types.VARCHAR);
    }
    insert.setString(
        first + 7, RecordText.progressHead(record.progress()) + RecordText.progressTail(branches));
  }

  /**
   * Gives a compare-and-set its six values.
   *
   * @param update the statement
   * @param first the index of the first one
   * @param read what was read
   * @param next what is written
   * @throws SQLException if the driver refuses a value
   */
  public static void bind(PreparedStatement update, int first, RecordHead read, RecordHead next)
      throws SQLException {
    update.setString(first, next.state().name());
    update.setLong(first + 1, next.updatedMillis());
    update.setString(first + 2, RecordText.progressHead(next.progress()));
    update.setObject(first + 3, read.datTxn());
    update.setString(first + 4, read.state().name());
    update.setString(first + 5, versionPattern(read));
  }

  /**
   * The column {@code branches} of a new record.
   *
   * @param record the record
   * @return the text
   */
  public static String branches(JournalRecord record) {
    return RecordText.branches(record.branches());
  }

  /**
   * The column {@code progress} of a new record.
   *
   * @param record the record
   * @return the text
   */
  public static String progress(JournalRecord record) {
    return RecordText.progressHead(record.progress()) + RecordText.progressTail(branches(record));
  }

  /**
   * What a change writes before the part of the progress that is carried over.
   *
   * @param next the head to write
   * @return the text
   */
  public static String progressHead(RecordHead next) {
    return RecordText.progressHead(next.progress());
  }

  /**
   * What the progress of a record as read looks like.
   *
   * @param read the head as read
   * @return a pattern for LIKE
   */
  public static String versionPattern(RecordHead read) {
    return RecordText.versionStart(read) + "%";
  }

  /**
   * Reads a row of {@link CommonSql#HEAD}.
   *
   * @param row a result set that stands on the row
   * @return the head
   * @throws SQLException if the row cannot be fetched
   * @throws JournalCorrupted if it makes no sense
   */
  public static RecordHead head(ResultSet row) throws SQLException, JournalCorrupted {
    return RecordText.head(columns(row));
  }

  /**
   * Reads a row of {@link CommonSql#WHOLE}.
   *
   * @param row a result set that stands on the row
   * @return the record
   * @throws SQLException if the row cannot be fetched
   * @throws JournalCorrupted if it makes no sense
   */
  public static JournalRecord whole(ResultSet row) throws SQLException, JournalCorrupted {
    return RecordText.whole(columns(row), row.getString("branches"), row.getLong("created_ms"));
  }

  private static RecordText.Columns columns(ResultSet row) throws SQLException {
    return new RecordText.Columns(
        row.getObject("dat_txn", UUID.class),
        row.getString("state"),
        row.getLong("dat_tx_time"),
        row.getLong("updated_ms"),
        row.getString("xid"),
        row.getString("progress"));
  }
}
