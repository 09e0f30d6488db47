package org.datxa.internal.runner;

import java.util.UUID;
import java.util.function.LongSupplier;
import org.datxa.journal.Journal;
import org.datxa.journal.JournalException;
import org.datxa.journal.JournalRefused;

/**
 * The hybrid logical clock: 48 bits of milliseconds, 16 bits of counter. It never goes back, not
 * even over restarts: a ceiling is kept ahead of it in the journal, and it starts above that.
 */
public final class HybridClock {
  /** How far the ceiling is put ahead; what a quick restart may run ahead of the wall clock. */
  private static final long LEASE = 2_000L << 16;

  private static final long MOST_AHEAD = 60_000;

  private final ProcessTime time;
  private final LongSupplier random;
  private final Journal journal;
  private long last;
  private long ceiling;

  /**
   * A clock.
   *
   * @param time the wall clock
   * @param random 64 random bits a call
   * @param journal keeps the ceiling; null where there is no journal
   */
  public HybridClock(ProcessTime time, LongSupplier random, Journal journal) {
    this.time = time;
    this.random = random;
    this.journal = journal;
    this.ceiling = journal == null ? Long.MAX_VALUE : 0;
  }

  /**
   * Takes the next time.
   *
   * @return a value above every earlier one of this deployment's process, and of its earlier runs
   * @throws JournalException when the ceiling could not be raised
   */
  public synchronized long next() throws JournalException {
    long candidate = Math.max(last + 1, time.millis() << 16);
    if (ceiling == 0) {
      ceiling = journal.raiseClock(0);
      candidate = Math.max(candidate, ceiling + 1);
    }
    if (candidate > ceiling) {
      requireSensible();
      ceiling = Math.max(journal.raiseClock(candidate + LEASE), candidate + LEASE);
    }
    last = candidate;
    return candidate;
  }

  // Every later run and every other process would have to stay above a time from the far future.
  private void requireSensible() throws JournalException {
    long ahead = time.millis() - journal.serverMillis();
    if (ahead > MOST_AHEAD) {
      throw new JournalRefused(
          "The clock of this machine is "
              + ahead
              + " ms ahead of the journal's server. Next: set it.",
          null);
    }
  }

  /**
   * A new identity for a meta-transaction: a UUIDv7 whose milliseconds come from this clock.
   *
   * @return the identity
   */
  public UUID newDatTxn() {
    long millis;
    synchronized (this) {
      millis = Math.max(last >>> 16, time.millis());
    }
    long high = (millis << 16) | 0x7000L | (random.getAsLong() & 0x0FFFL);
    long low = (random.getAsLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
    return new UUID(high, low);
  }
}
