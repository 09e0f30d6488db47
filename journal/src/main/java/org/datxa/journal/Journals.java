package org.datxa.journal;

import java.nio.file.Path;
import java.time.Clock;
import org.datxa.journal.internal.drevo.DrevoJournal;
import org.datxa.journal.internal.file.FileJournal;
import org.datxa.journal.internal.postgresql.PostgresJournal;

/** Makes journals. Nothing is reached before {@link Journal#check()}. */
public final class Journals {
  private Journals() {}

  /**
   * A journal in a PostgreSQL database, for production.
   *
   * @param config where it is
   * @return the journal
   */
  public static Journal postgresql(PostgresJournalConfig config) {
    return PostgresJournal.of(config);
  }

  /**
   * A journal in a drevo graph, for production. {@link Journal#serverMillis()} answers with the
   * clock of this process where the server does not tell its time.
   *
   * @param config where it is
   * @return the journal
   */
  public static Journal drevo(DrevoJournalConfig config) {
    return DrevoJournal.of(config, Clock.systemUTC());
  }

  /**
   * A journal in a file, for development and for a deployment of one process.
   *
   * @param file the file, without the suffix that is added to it; its folder is made if it is
   *     missing
   * @param clock the clock that {@link Journal#serverMillis()} answers with
   * @return the journal
   */
  public static Journal file(Path file, Clock clock) {
    return FileJournal.of(file, clock);
  }
}
