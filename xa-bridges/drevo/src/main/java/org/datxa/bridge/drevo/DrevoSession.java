package org.datxa.bridge.drevo;

import java.util.Map;

/**
 * Cypher on one drevo graph, as part of the transaction that the calling thread is in. One session
 * serves the whole application: each statement joins the transaction that is current when it is
 * run.
 *
 * <p>Outside any transaction a statement that only reads is run by itself, and any other one as a
 * transaction of its own, since drevo does not undo what a failing statement wrote before.
 *
 * <p><b>Concurrency.</b> Any thread. Statements of one transaction are run one after the other.
 */
public interface DrevoSession {
  /**
   * Runs a statement without parameters.
   *
   * @param cypher the statement
   * @return its rows, all of them
   */
  default DrevoRecords run(String cypher) {
    return run(cypher, Map.of());
  }

  /**
   * Runs a statement.
   *
   * @param cypher the statement; it may not call procedures that end or prepare transactions
   * @param parameters values for its parameters: null, Boolean, whole numbers that fit into 64
   *     bits, finite floating-point numbers, text, and lists and maps of these; OffsetDateTime,
   *     LocalDateTime and LocalDate become text
   * @return its rows, all of them; they stay readable when the transaction has ended
   * @throws IllegalArgumentException if a parameter cannot be stored as it is; the message names
   *     it, and nothing was sent
   * @throws DrevoException if the statement failed; the transaction it was part of can then only be
   *     rolled back
   * @throws org.datxa.spi.error.DatXaException if the transaction takes no more work, the statement
   *     is not allowed in it, or, outside any transaction, its own one could not be committed
   */
  DrevoRecords run(String cypher, Map<String, ?> parameters);
}
