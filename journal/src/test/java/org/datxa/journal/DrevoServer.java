package org.datxa.journal;

import org.datxa.lab.LabDrevo;

/** The drevo server of this module's tests: started once, ended with this JVM. */
public final class DrevoServer {
  private static final LabDrevo LAB = LabDrevo.start();

  private DrevoServer() {}

  /** The server. */
  public static LabDrevo lab() {
    return LAB;
  }

  /** A journal's configuration in a database of its own. */
  public static DrevoJournalConfig newConfig() {
    return config(LAB, LAB.newDatabase("journal"));
  }

  /** A journal's configuration in a given database. */
  public static DrevoJournalConfig config(LabDrevo lab, String database) {
    return DrevoJournalConfig.of(
        lab.boltUri() + "?database=" + database, lab.user(), lab.password());
  }

  /** The database of a configuration. */
  public static String database(DrevoJournalConfig config) {
    return config.graph().substring(config.graph().indexOf('/') + 1);
  }
}
