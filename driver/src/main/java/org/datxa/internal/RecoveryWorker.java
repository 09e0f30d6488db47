package org.datxa.internal;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.datxa.RecoveryReport;
import org.datxa.internal.config.Settings;
import org.datxa.internal.protocol.RecoveryPass;
import org.datxa.internal.protocol.Tally;
import org.datxa.internal.runner.ProcessTime;
import org.datxa.internal.work.Engine;
import org.datxa.journal.Journal;
import org.datxa.journal.JournalException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs passes of recovery, periodically or once, and compacts the journal now and then. */
public final class RecoveryWorker {
  private static final Logger LOG = LoggerFactory.getLogger("org.datxa.recovery");
  private static final Duration DEADLINE = Duration.ofSeconds(2);

  private final Engine engine;
  private final ProcessTime time;
  private final RecoveryPass pass;
  private ScheduledFuture<?> task;
  private volatile RecoveryReport last;
  private long lastSweep;
  private long lastCompaction;

  RecoveryWorker(Engine engine, ProcessTime time) {
    this.engine = engine;
    this.time = time;
    this.pass = new RecoveryPass(engine.deployment());
    this.lastSweep = time.nanos();
    this.lastCompaction = time.nanos();
  }

  void schedule(ScheduledExecutorService executor) {
    Settings.Recovery times = engine.settings().recovery();
    if (!times.interval().isZero() && engine.journal().isPresent()) {
      long millis = times.interval().toMillis();
      task = executor.scheduleWithFixedDelay(this::periodic, millis, millis, TimeUnit.MILLISECONDS);
    }
  }

  void stop() {
    if (task != null) {
      task.cancel(true);
    }
  }

  private void periodic() {
    try {
      if (!journalAnswers()) {
        noted(Tally.FAILED);
        return;
      }
      noted(engine.run(pass.run(), DEADLINE));
      if (due(lastSweep, engine.settings().recovery().sweep())) {
        lastSweep = time.nanos();
        engine.run(pass.sweepStaged(), DEADLINE);
      }
      if (due(lastCompaction, engine.settings().recovery().keep().dividedBy(24))) {
        lastCompaction = time.nanos();
        compact();
      }
    } catch (RuntimeException | Error e) { // whatever leaves here ends the schedule for good
      LOG.warn("A pass of recovery failed; the next one tries again.", e);
    }
  }

  private boolean journalAnswers() {
    return engine.run(pass.journalAnswers(), DEADLINE);
  }

  private boolean due(long last, Duration every) {
    return time.nanos() - last >= every.toNanos();
  }

  /**
   * One pass, staged files included.
   *
   * @return what it did
   */
  public RecoveryReport once() {
    if (engine.journal().isEmpty()) {
      return new RecoveryReport(0, 0, 0, 0);
    }
    if (!journalAnswers()) {
      return noted(Tally.FAILED);
    }
    return noted(engine.run(pass.run(), DEADLINE).plus(engine.run(pass.sweepStaged(), DEADLINE)));
  }

  private RecoveryReport noted(Tally tally) {
    RecoveryReport report =
        new RecoveryReport(tally.finished(), tally.rolledBack(), tally.pending(), tally.failed());
    last = report;
    return report;
  }

  /**
   * What the last pass did.
   *
   * @return empty before the first has ended
   */
  public Optional<RecoveryReport> last() {
    return Optional.ofNullable(last);
  }

  /**
   * Compacts the journal.
   *
   * @return how many records were deleted
   */
  public long compact() {
    if (engine.journal().isEmpty()) {
      return 0;
    }
    Journal journal = engine.journal().get();
    engine.run(pass.endUnasked(), DEADLINE);
    try {
      // J9: it never goes back, so a clock of ours that is ahead must not move it: all would be
      // refused.
      long now = Math.min(time.millis(), journal.serverMillis());
      long watermark = now - engine.settings().recovery().keep().toMillis();
      return journal.compact(watermark, done -> LOG.info("Compaction: {} records so far.", done));
    } catch (JournalException e) {
      LOG.warn("The journal could not be compacted; the next time tries again.", e);
      return 0;
    }
  }
}
