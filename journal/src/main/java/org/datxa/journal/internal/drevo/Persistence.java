package org.datxa.journal.internal.drevo;

import java.time.Duration;
import java.util.random.RandomGenerator;
import org.datxa.journal.JournalException;
import org.datxa.journal.JournalRefused;
import org.datxa.journal.internal.lane.Deadline;
import org.datxa.journal.internal.lane.Pause;

/**
 * Tries a transaction again that certainly did not happen: drevo lets one writer of a graph through
 * and refuses all that began before it committed. Each pause is random up to a bound that doubles.
 */
final class Persistence {
  private static final long FIRST_NANOS = Duration.ofMillis(2).toNanos();
  private static final int DOUBLINGS = 7;

  private final Exchange exchange;
  private final Duration bound;
  private final Pause pause;
  private final RandomGenerator random;

  Persistence(Exchange exchange, Duration bound, Pause pause, RandomGenerator random) {
    this.exchange = exchange;
    this.bound = bound;
    this.pause = pause;
    this.random = random;
  }

  <T> T transaction(String what, Exchange.Work<T> work) throws JournalException {
    Deadline deadline = Deadline.in(bound);
    // an interrupt would end every pause at once, and others' writes may be in here too
    boolean interrupted = Thread.interrupted();
    try {
      for (int tries = 1; ; tries++) {
        try {
          return exchange.transaction(what, work);
        } catch (Outrun e) {
          pause(what, e, tries, deadline);
        }
        interrupted |= Thread.interrupted();
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void pause(String what, Outrun outrun, int tries, Deadline deadline)
      throws JournalRefused {
    long nanos = random.nextLong(FIRST_NANOS << Math.min(tries, DOUBLINGS));
    if (deadline.leftNanos() <= nanos) {
      throw new JournalRefused(
          "Not written after " + tries + " tries: " + what + ": " + reason(outrun), outrun);
    }
    pause.of(Duration.ofNanos(nanos));
  }

  private static String reason(Outrun outrun) {
    return outrun.byFence()
        ? "a transaction is prepared in the journal's graph, so nobody can write there ("
            + outrun.getMessage()
            + "). Next: resolve it, and keep stores and other programs out of that graph."
        : "others kept writing to the journal's graph ("
            + outrun.getMessage()
            + "). Next: keep other programs out of that graph.";
  }
}
