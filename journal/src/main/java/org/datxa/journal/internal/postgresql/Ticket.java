package org.datxa.journal.internal.postgresql;

import java.util.UUID;
import org.datxa.journal.JournalException;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.RecordHead;
import org.datxa.journal.internal.lane.Place;

/** One caller's write in a group: either a first record or a change. */
final class Ticket extends Place {
  private final JournalRecord first;
  private final RecordHead read;
  private final RecordHead next;

  private Ticket(JournalRecord first, RecordHead read, RecordHead next) {
    this.first = first;
    this.read = read;
    this.next = next;
  }

  static Ticket insert(JournalRecord record) {
    return new Ticket(record, null, null);
  }

  static Ticket change(RecordHead read, RecordHead next) {
    return new Ticket(null, read, next);
  }

  boolean inserts() {
    return first != null;
  }

  JournalRecord first() {
    return first;
  }

  RecordHead read() {
    return read;
  }

  RecordHead next() {
    return next;
  }

  UUID datTxn() {
    return inserts() ? first.datTxn() : read.datTxn();
  }

  @Override
  public Object key() {
    return datTxn();
  }

  /** Large first records go by themselves, so that the others weigh nothing. */
  @Override
  public long weight() {
    return 0;
  }

  @Override
  public String what() {
    return inserts()
        ? "insert of " + first.state() + " for dat_txn " + first.datTxn()
        : "change from " + read.state() + " to " + next.state() + " of dat_txn " + read.datTxn();
  }

  void writeBy(RecordWrites writes) throws JournalException {
    if (inserts()) {
      writes.insert(first);
    } else {
      writes.advance(read, next);
    }
  }
}
