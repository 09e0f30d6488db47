package org.datxa.journal;

import java.util.concurrent.atomic.AtomicInteger;
import org.datxa.lab.LabPostgres;

/** The PostgreSQL server of this module's tests: started once, ended with this JVM. */
public final class Server {
  private static final LabPostgres LAB = LabPostgres.start();
  private static final String DATABASE = LAB.newDatabase("journal");
  private static final AtomicInteger SCHEMAS = new AtomicInteger();

  private Server() {}

  /** The server. */
  public static LabPostgres lab() {
    return LAB;
  }

  /** A journal's configuration in a schema of its own, without group commit. */
  public static PostgresJournalConfig newConfig() {
    return config(DATABASE).at("datxa_" + SCHEMAS.incrementAndGet(), "dat_journal");
  }

  /** A journal's configuration in a given database, without group commit. */
  public static PostgresJournalConfig config(String database) {
    return PostgresJournalConfig.of(LAB.jdbcUrl(database), LAB.user(), LAB.password())
        .withGroupCommit(false);
  }

  /** The database of a configuration. */
  public static String database(PostgresJournalConfig config) {
    String path = config.url().substring(config.url().lastIndexOf('/') + 1);
    int parameters = path.indexOf('?');
    return parameters < 0 ? path : path.substring(0, parameters);
  }
}
