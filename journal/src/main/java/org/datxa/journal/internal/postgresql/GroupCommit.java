package org.datxa.journal.internal.postgresql;

import java.time.Duration;
import java.util.List;
import org.datxa.journal.BranchRecord;
import org.datxa.journal.JournalException;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.JournalRefused;
import org.datxa.journal.JournalUnknown;
import org.datxa.journal.PostgresJournalConfig;
import org.datxa.journal.RecordHead;
import org.datxa.journal.State;
import org.datxa.journal.internal.lane.Lane;

/** Concurrent writes share one commit. A lone one goes by itself. */
final class GroupCommit implements RecordWrites {
  private static final int MOST = 256;
  private static final long LARGE = 256 * 1024;

  private final RecordWrites single;
  private final BatchWrite batches;
  private final Lane<Ticket> lane;

  GroupCommit(RecordWrites single, BatchWrite batches, PostgresJournalConfig.Limits limits) {
    this.single = single;
    this.batches = batches;
    Duration queue = limits.acquire().plus(limits.answer());
    this.lane = new Lane<>(new Lane.Limits(MOST, LARGE, queue, queue.multipliedBy(2)), this::write);
  }

  @Override
  public void insert(JournalRecord record) throws JournalException {
    // a tombstone waits for whoever holds the key, and large ones would hold up the others
    if (record.state() == State.ABORTED || size(record) > LARGE) {
      single.insert(record);
    } else {
      lane.submit(Ticket.insert(record));
    }
  }

  private static long size(JournalRecord record) {
    return record.branches().stream().map(BranchRecord::payload).mapToLong(p -> p.size()).sum();
  }

  @Override
  public void advance(RecordHead read, RecordHead next) throws JournalException {
    lane.submit(Ticket.change(read, next));
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
