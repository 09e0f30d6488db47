package org.datxa.journal.internal.drevo;

import java.time.Clock;
import java.time.Duration;
import java.util.Random;
import org.datxa.journal.DrevoJournalConfig;
import org.datxa.journal.internal.lane.Pause;

/** What the tests of this package share. */
final class Drevo {
  private Drevo() {}

  /** Limits that a test can wait for. */
  static DrevoJournalConfig.Limits limits(Duration answer, Duration conflict) {
    return new DrevoJournalConfig.Limits(
        Duration.ofSeconds(5), Duration.ofSeconds(5), answer, conflict);
  }

  static DrevoJournal journal(DrevoJournalConfig config, Pause pause, long seed) {
    return new DrevoJournal(config, Clock.systemUTC(), pause, new Random(seed));
  }
}
