package org.datxa.journal.internal.postgresql;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.datxa.journal.BranchRecord;
import org.datxa.journal.JournalException;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.JournalRefused;
import org.datxa.journal.JournalUnknown;
import org.datxa.journal.PostgresJournalConfig;
import org.datxa.journal.RecordHead;
import org.datxa.journal.State;

/**
 * Concurrent writes share one commit: while one caller, the leader, writes, others queue; then the
 * first of these leads and takes all of them. A lone caller writes at once and by itself.
 */
final class GroupCommit implements RecordWrites {
  private static final int MOST = 256;
  private static final long LARGE = 256 * 1024;

  private final RecordWrites single;
  private final BatchWrite batches;
  private final Duration queueBound;
  private final Duration answerBound;

  // guarded by this
  private final Deque<Ticket> queue = new ArrayDeque<>();
  private boolean led;

  GroupCommit(RecordWrites single, BatchWrite batches, PostgresJournalConfig.Limits limits) {
    this.single = single;
    this.batches = batches;
    this.queueBound = limits.acquire().plus(limits.answer());
    this.answerBound = queueBound.multipliedBy(2);
  }

  @Override
  public void insert(JournalRecord record) throws JournalException {
    // a tombstone waits for whoever holds the key, and large ones would hold up the others
    if (record.state() == State.ABORTED || size(record) > LARGE) {
      single.insert(record);
    } else {
      submit(Ticket.insert(record));
    }
  }

  private static long size(JournalRecord record) {
    return record.branches().stream().map(BranchRecord::payload).mapToLong(p -> p.size()).sum();
  }

  @Override
  public void advance(RecordHead read, RecordHead next) throws JournalException {
    submit(Ticket.change(read, next));
  }

  private void submit(Ticket ticket) throws JournalException {
    if (leads(ticket) || waited(ticket) == Ticket.Turn.LEAD) {
      lead();
    }
    ticket.rethrow();
  }

  private synchronized boolean leads(Ticket ticket) {
    queue.add(ticket);
    boolean first = !led;
    led = true;
    return first;
  }

  private Ticket.Turn waited(Ticket ticket) throws JournalException {
    Ticket.Turn turn = ticket.await(queueBound);
    if (turn == null && withdrawn(ticket)) {
      throw new JournalRefused("Not sent, the journal is too slow: " + ticket.what(), null);
    }
    Ticket.Turn last = turn == null ? ticket.await(answerBound) : turn;
    if (last == null) {
      throw new JournalUnknown("No answer in time: " + ticket.what(), null);
    }
    return last;
  }

  // who was told to lead must lead; nobody else may be left in the queue, where it would be told
  // so after its caller has gone
  private synchronized boolean withdrawn(Ticket ticket) {
    return !ticket.hasTurn() && queue.remove(ticket);
  }

  private void lead() {
    List<Ticket> batch = taken();
    try {
      write(batch);
    } finally {
      handOver();
    }
  }

  /** At most one write of each meta-transaction: the second one depends on the first. */
  private synchronized List<Ticket> taken() {
    List<Ticket> batch = new ArrayList<>();
    Set<UUID> keys = new HashSet<>();
    Iterator<Ticket> waiting = queue.iterator();
    while (waiting.hasNext() && batch.size() < MOST) {
      Ticket ticket = waiting.next();
      if (keys.add(ticket.datTxn())) {
        batch.add(ticket);
        waiting.remove();
      }
    }
    return batch;
  }

  private synchronized void handOver() {
    Ticket next = queue.peekFirst();
    if (next == null) {
      led = false;
    } else {
      next.lead();
    }
  }

  private void write(List<Ticket> batch) {
    if (batch.size() == 1) {
      alone(batch.get(0));
      return;
    }
    try {
      batches.write(batch);
    } catch (JournalRefused e) {
      refused(batch, e);
    } catch (JournalException | RuntimeException e) {
      batch.forEach(ticket -> ticket.answer(lost(ticket, e)));
    }
  }

  // the server has proven that nothing of the batch is there; one bad write refuses only itself
  private void refused(List<Ticket> batch, JournalRefused reason) {
    if (Failures.byServer(reason.getCause())) {
      batch.forEach(this::alone);
    } else {
      batch.forEach(
          ticket ->
              ticket.answer(
                  new JournalRefused(
                      "Not sent: " + ticket.what() + ": " + reason.getMessage(), reason)));
    }
  }

  private void alone(Ticket ticket) {
    try {
      ticket.writeBy(single);
      ticket.answer(null);
    } catch (JournalException e) {
      ticket.answer(e);
    } catch (RuntimeException e) {
      ticket.answer(lost(ticket, e));
    }
  }

  private static JournalUnknown lost(Ticket ticket, Exception cause) {
    return new JournalUnknown(
        "The answer was lost or is not clean: "
            + ticket.what()
            + ", written with others: "
            + cause.getMessage()
            + ". Next: settle it by another write.",
        cause);
  }
}
