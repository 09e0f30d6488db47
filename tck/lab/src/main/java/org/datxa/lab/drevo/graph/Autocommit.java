package org.datxa.lab.drevo.graph;

/**
 * The graph of one statement outside a transaction: each write is committed by itself, and others
 * may write in between.
 */
final class Autocommit extends Editor {

  private final Database database;
  private boolean written;

  Autocommit(Database database, Ids ids) {
    super(ids);
    this.database = database;
  }

  @Override
  Snapshot view() {
    return database.live();
  }

  @Override
  void write(Op op) {
    database.write(op);
    written = true;
  }

  boolean hasWritten() {
    return written;
  }
}
