package org.datxa.journal.internal.postgresql;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.datxa.journal.BelowWatermark;
import org.datxa.journal.JournalConflict;
import org.datxa.journal.JournalException;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.RecordHead;
import org.datxa.journal.internal.sql.Rows;
import org.datxa.journal.internal.text.Times;

/** Many records in one transaction in one round trip; each gets its own answer. */
final class BatchWrite {
  private static final String UUIDS = "uuid";
  private static final String TEXTS = "text";
  private static final String NUMBERS = "int8";

  private final Exchange exchange;
  private final PostgresSql sql;

  BatchWrite(Exchange exchange, PostgresSql sql) {
    this.exchange = exchange;
    this.sql = sql;
  }

  /** What the server said of a batch. */
  private record Written(Set<UUID> inserted, long watermark, Set<UUID> changed) {}

  /** Answers every ticket, or throws what holds for all of them. */
  void write(List<Ticket> batch) throws JournalException {
    List<JournalRecord> inserts =
        batch.stream().filter(Ticket::inserts).map(Ticket::first).toList();
    List<Ticket> changes = batch.stream().filter(ticket -> !ticket.inserts()).toList();
    Exchange.Request request =
        new Exchange.Request(
            "a batch of " + batch.size() + " writes",
            sql.batch(),
            statement -> bind(statement, inserts, changes));
    Written written = exchange.write(request, BatchWrite::written);
    batch.forEach(ticket -> ticket.answer(answer(ticket, written)));
  }

  private static Written written(Results results) throws SQLException {
    Set<UUID> inserted = keys(results.skip(3));
    long watermark = results.skip(1).number();
    return new Written(inserted, watermark, keys(results.skip(2)));
  }

  private static Set<UUID> keys(Results results) throws SQLException {
    Set<UUID> keys = new HashSet<>();
    try (ResultSet rows = results.rows()) {
      while (rows.next()) {
        keys.add(rows.getObject(1, UUID.class));
      }
    }
    return keys;
  }

  private static JournalException answer(Ticket ticket, Written written) {
    if (!ticket.inserts()) {
      return written.changed().contains(ticket.datTxn())
          ? null
          : new JournalConflict(SingleWrites.moved(ticket.read()), null);
    }
    if (written.inserted().contains(ticket.datTxn())) {
      return null;
    }
    return Times.millis(ticket.datTxn()) < written.watermark()
        ? new BelowWatermark(SingleWrites.belowWatermark(ticket.first()))
        : new JournalConflict(
            "There is a record already: " + ticket.what() + ". Next: read it.", null);
  }

  private void bind(PreparedStatement statement, List<JournalRecord> inserts, List<Ticket> changes)
      throws SQLException {
    statement.setString(1, SingleWrites.NO_LOCK_TIMEOUT);
    statement.setLong(2, sql.gate());
    bindInserts(new Arrays<>(statement, inserts, 3));
    bindChanges(statement, changes);
  }

  private static void bindInserts(Arrays<JournalRecord> arrays) throws SQLException {
    arrays.add(UUIDS, JournalRecord::datTxn);
    arrays.add(TEXTS, record -> record.state().name());
    arrays.add(NUMBERS, JournalRecord::datTxTime);
    arrays.add(TEXTS, Rows::branches);
    arrays.add(NUMBERS, JournalRecord::createdMillis);
    arrays.add(NUMBERS, JournalRecord::updatedMillis);
    arrays.add(TEXTS, record -> record.xid().orElse(null));
    arrays.add(TEXTS, Rows::progress);
    arrays.add(NUMBERS, record -> Times.millis(record.datTxn()));
  }

  private static void bindChanges(PreparedStatement statement, List<Ticket> changes)
      throws SQLException {
    List<RecordHead> next = changes.stream().map(Ticket::next).toList();
    List<RecordHead> read = changes.stream().map(Ticket::read).toList();
    new Arrays<>(statement, read, 12).add(UUIDS, RecordHead::datTxn);
    Arrays<RecordHead> written = new Arrays<>(statement, next, 13);
    written.add(TEXTS, head -> head.state().name());
    written.add(NUMBERS, RecordHead::updatedMillis);
    written.add(TEXTS, Rows::progressHead);
    Arrays<RecordHead> found = new Arrays<>(statement, read, 16);
    found.add(UUIDS, RecordHead::datTxn);
    found.add(TEXTS, head -> head.state().name());
    found.add(TEXTS, Rows::versionPattern);
  }

  /** Binds one column of many rows after another. */
  private static final class Arrays<T> {
    private final PreparedStatement statement;
    private final List<T> rows;
    private int index;

    Arrays(PreparedStatement statement, List<T> rows, int first) {
      this.statement = statement;
      this.rows = rows;
      this.index = first;
    }

    void add(String type, Function<T, Object> column) throws SQLException {
      Object[] values = rows.stream().map(column).toArray();
      statement.setArray(index++, statement.getConnection().createArrayOf(type, values));
    }
  }
}
