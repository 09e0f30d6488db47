package org.datxa.journal.internal.postgresql;

import java.time.Duration;
import java.util.UUID;
import org.datxa.journal.Journal;
import org.datxa.journal.JournalException;
import org.datxa.journal.JournalRefused;
import org.datxa.journal.internal.lane.Pause;
import org.datxa.journal.internal.text.Times;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Moves the watermark, passes the gate, deletes what may go. J4, J9, J10. */
final class Compaction {
  private static final Logger LOG = LoggerFactory.getLogger(Compaction.class);
  private static final String LOCK_NOT_AVAILABLE = "55P03";

  // J10: a waiting exclusive side stalls every new writer, so it gives up soon
  private static final String GATE_TIMEOUT_MILLIS = "20";
  private static final Duration BETWEEN_TRIES = Duration.ofMillis(200);
  private static final int TRIES = 20;
  private static final int BATCH = 1000;

  private final Exchange exchange;
  private final PostgresSql sql;
  private final String lockTimeoutMillis;
  private final Pause pause;

  Compaction(Exchange exchange, PostgresSql sql, Duration lockTimeout, Pause pause) {
    this.exchange = exchange;
    this.sql = sql;
    this.lockTimeoutMillis = Long.toString(lockTimeout.toMillis());
    this.pause = pause;
  }

  long run(long wanted, Journal.Counter counter) throws JournalException {
    long watermark = moveWatermark(wanted);
    if (!passGate()) {
      LOG.info("The journal's gate was busy; nothing is deleted this time");
      return 0;
    }
    settle(watermark);
    return deleteBelow(Times.bound(watermark), counter);
  }

  // J10: whoever asks for the watermark hears of it only now, when no INSERT is under way that
  // looked before it moved
  private void settle(long watermark) throws JournalException {
    Exchange.Request request =
        new Exchange.Request(
            "the watermark " + watermark,
            sql.settleWatermark(),
            Exchange.Values.of(lockTimeoutMillis, watermark));
    exchange.write(request, results -> results.skip(2).number());
  }

  private long moveWatermark(long wanted) throws JournalException {
    Exchange.Request request =
        new Exchange.Request(
            "the watermark's move to " + wanted,
            sql.moveWatermark(),
            statement -> {
              statement.setString(1, lockTimeoutMillis);
              statement.setLong(2, sql.workshop());
              statement.setLong(3, wanted);
              statement.setLong(4, wanted);
            });
    return exchange.write(request, results -> results.skip(4).number());
  }

  private boolean passGate() throws JournalException {
    for (int attempt = 0; attempt < TRIES && !Thread.currentThread().isInterrupted(); attempt++) {
      if (passedGate()) {
        return true;
      }
      pause.of(BETWEEN_TRIES);
    }
    return false;
  }

  private boolean passedGate() throws JournalException {
    Exchange.Request request =
        new Exchange.Request(
            "the passing of the gate",
            PostgresSql.PASS_GATE,
            Exchange.Values.of(GATE_TIMEOUT_MILLIS, sql.gate()));
    try {
      exchange.write(request, results -> true);
      return true;
    } catch (JournalRefused e) {
      if (Failures.hasState(e, LOCK_NOT_AVAILABLE)) {
        return false;
      }
      throw e;
    }
  }

  private long deleteBelow(UUID bound, Journal.Counter counter) throws JournalException {
    long deleted = 0;
    int batch = BATCH;
    while (batch == BATCH && !Thread.currentThread().isInterrupted()) {
      batch = deleteBatch(bound);
      deleted += batch;
      counter.done(deleted);
    }
    return deleted;
  }

  private int deleteBatch(UUID bound) throws JournalException {
    Exchange.Request request =
        new Exchange.Request(
            "the deletion of finished records",
            sql.delete(),
            statement -> {
              statement.setString(1, lockTimeoutMillis);
              statement.setObject(2, bound);
              statement.setInt(3, BATCH);
            });
    return exchange.write(request, results -> results.skip(2).count());
  }
}
