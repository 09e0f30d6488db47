package org.datxa.spi;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * The journal's decision as SQL, to be sent in the branch's transaction and in one message with its
 * COMMIT. Where the decision cannot be written the text fails, so that the server never comes to
 * the COMMIT; it never just writes nothing.
 */
public interface DecisionText {
  /**
   * The statements.
   *
   * @return SQL with placeholders, parted by semicolons, the same for every decision of a journal
   */
  String sql();

  /**
   * Binds the values.
   *
   * @param statement the branch's statement, which contains these statements
   * @param first the index of the first placeholder
   * @throws SQLException if a value cannot be bound; nothing was sent
   */
  void bind(PreparedStatement statement, int first) throws SQLException;

  /**
   * Tells whether a failure means that the meta-transaction was aborted by somebody else, or is too
   * old to be decided.
   *
   * @param failure what the statement threw
   * @return true if running the work again as a new meta-transaction is worth it
   */
  boolean isLost(SQLException failure);
}
