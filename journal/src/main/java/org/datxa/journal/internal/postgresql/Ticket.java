package org.datxa.journal.internal.postgresql;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.datxa.journal.JournalException;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.RecordHead;
import org.datxa.journal.internal.sql.Deadline;

/** One caller's write in a group: either a first record or a change. */
final class Ticket {
  private final JournalRecord first;
  private final RecordHead read;
  private final RecordHead next;
  private final CompletableFuture<Turn> turn = new CompletableFuture<>();
  private volatile JournalException outcome;

  /** Why a waiting caller wakes up. */
  enum Turn {
    /** It leads the next batch, and its own write is part of it. */
    LEAD,
    /** Its write was answered. */
    ANSWERED
  }

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

  String what() {
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

  void lead() {
    turn.complete(Turn.LEAD);
  }

  boolean hasTurn() {
    return turn.isDone();
  }

  /** Null when it is written. */
  void answer(JournalException result) {
    outcome = result;
    turn.complete(Turn.ANSWERED);
  }

  void rethrow() throws JournalException {
    if (outcome != null) {
      throw outcome;
    }
  }

  /** Null when the time is over. An interrupt is kept for the caller and changes nothing. */
  Turn await(Duration bound) {
    Deadline deadline = Deadline.in(bound);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return turn.get(deadline.leftNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } catch (TimeoutException e) {
      return null;
    } catch (ExecutionException e) {
      throw new IllegalStateException("A turn never fails", e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
