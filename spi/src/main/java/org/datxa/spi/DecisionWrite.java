package org.datxa.spi;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Writes the journal's decision as part of somebody else's local transaction. The journal makes it,
 * the branch of a {@link TwoPhaseStore} runs it just before its COMMIT.
 */
@FunctionalInterface
public interface DecisionWrite {
  /**
   * Enters the journal's gate and inserts the row. Works at every isolation level. It neither
   * commits nor rolls back, and it leaves the connection's settings as they were at the end of the
   * transaction.
   *
   * @param connection the branch's connection, inside its transaction
   * @throws SQLException if the row cannot be inserted: SQLSTATE 23505 when the meta-transaction
   *     was aborted by somebody else. The branch must then roll back and answer refused
   */
  void writeOn(Connection connection) throws SQLException;

  /**
   * The same write as text, so that a branch can send it in one message with its COMMIT. Either
   * this or {@link #writeOn} is used, once.
   *
   * @return the text, or empty when only {@link #writeOn} works
   */
  default Optional<DecisionText> text() {
    return Optional.empty();
  }
}
