package org.datxa.journal.internal.postgresql;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import org.datxa.journal.BelowWatermark;
import org.datxa.journal.JournalConflict;
import org.datxa.journal.JournalException;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.RecordHead;
import org.datxa.journal.State;
import org.datxa.journal.internal.sql.Rows;
import org.datxa.journal.internal.text.Times;

/** One record in one transaction in one round trip. */
final class SingleWrites implements RecordWrites {
  /** No limit but that of the answer. J7. */
  static final String NO_LOCK_TIMEOUT = "0";

  private static final int VALUES_OF_A_ROW = 8;

  private final Exchange exchange;
  private final PostgresSql sql;
  private final Duration lockTimeout;

  SingleWrites(Exchange exchange, PostgresSql sql, Duration lockTimeout) {
    this.exchange = exchange;
    this.sql = sql;
    this.lockTimeout = lockTimeout;
  }

  @Override
  public void insert(JournalRecord record) throws JournalException {
    Exchange.Request request =
        new Exchange.Request(
            "insert of " + record.state() + " for dat_txn " + record.datTxn(),
            sql.insert(),
            statement -> {
              statement.setString(1, lockTimeout(record));
              statement.setLong(2, sql.gate());
              bindRow(statement, 3, record);
            });
    if (exchange.write(request, results -> results.skip(3).count()) == 0) {
      throw new BelowWatermark(belowWatermark(record));
    }
  }

  // C1: a tombstone waits for whoever holds the key, a decision has no such limit
  private String lockTimeout(JournalRecord record) {
    return record.state() == State.ABORTED
        ? Long.toString(lockTimeout.toMillis())
        : NO_LOCK_TIMEOUT;
  }

  static void bindRow(PreparedStatement statement, int first, JournalRecord record)
      throws SQLException {
    Rows.bind(statement, first, record);
    statement.setLong(first + VALUES_OF_A_ROW, Times.millis(record.datTxn()));
  }

  static String belowWatermark(JournalRecord record) {
    return "dat_txn "
        + record.datTxn()
        + " is older than the journal's watermark: "
        + record.state()
        + " is not written. Next: nothing new is decided of it.";
  }

  @Override
  public void advance(RecordHead read, RecordHead next) throws JournalException {
    Exchange.Request request =
        new Exchange.Request(
            "change from " + read.state() + " to " + next.state() + " of dat_txn " + read.datTxn(),
            sql.advance(),
            statement -> {
              statement.setString(1, NO_LOCK_TIMEOUT);
              Rows.bind(statement, 2, read, next);
            });
    if (exchange.write(request, results -> results.skip(2).count()) == 0) {
      throw new JournalConflict(moved(read), null);
    }
  }

  static String moved(RecordHead read) {
    return "The record of dat_txn "
        + read.datTxn()
        + " is not "
        + read.state()
        + " with progress version "
        + read.progress().version()
        + " any more, or gone. Next: read it.";
  }
}
