package org.datxa.crash.matrix;

/** What the journal is. */
enum Ledger {
  /** A PostgreSQL database of its own. */
  OWN,
  /** The same, with recorded intent. */
  INTENT,
  /** The database of the store {@code pg}. */
  STORE,
  /** A file. */
  FILE,
  /** A drevo graph of its own. */
  DREVO
}
