package org.datxa.jta.contract;

/** A store that prepares, and what its operator can see and do. */
abstract class PreparingPart extends StorePart {
  PreparingPart(String store) {
    super(store);
  }

  /** How many transactions the server holds prepared. */
  abstract long prepared();

  /** The server's own name of what is prepared. */
  abstract String preparedName();

  /** Prepares something that is not of ours, and takes it back. */
  abstract void prepareForeign(String name) throws Exception;

  abstract void rollbackForeign(String name);

  /** Does as an operator what ends a prepared branch, by its word COMMIT or ROLLBACK. */
  abstract void endPrepared(String how);

  /** How many sessions are in a transaction, where the server can tell. */
  abstract long openTransactions();

  abstract void killSessions();
}
