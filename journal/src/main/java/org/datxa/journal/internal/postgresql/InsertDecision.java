package org.datxa.journal.internal.postgresql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.State;
import org.datxa.journal.internal.text.Checks;
import org.datxa.spi.DecisionText;
import org.datxa.spi.DecisionWrite;
import org.postgresql.util.PSQLException;
import org.postgresql.util.PSQLState;

/** A first record as part of a branch's own transaction. C2, S3. */
final class InsertDecision implements DecisionWrite {
  /** The SQLSTATE of a decision below the watermark. */
  static final String BELOW_WATERMARK = "DX001";

  private final PostgresSql sql;
  private final JournalRecord record;
  private final AtomicBoolean used = new AtomicBoolean();

  InsertDecision(PostgresSql sql, JournalRecord record) {
    Checks.first(record);
    if (record.state() != State.COMMITTED) {
      throw new IllegalArgumentException("A decision is COMMITTED, not " + record.state());
    }
    this.sql = sql;
    this.record = record;
  }

  private void use() {
    if (used.getAndSet(true)) {
      throw new IllegalStateException("The decision of " + record.datTxn() + " was written before");
    }
  }

  @Override
  public Optional<DecisionText> text() {
    return Optional.of(new Text());
  }

  /** For one message with the branch's COMMIT. */
  private final class Text implements DecisionText {
    /** What the guard of the watermark fails with. */
    private static final String DIVISION_BY_ZERO = "22012";

    @Override
    public String sql() {
      return sql.decisionText();
    }

    @Override
    public void bind(PreparedStatement statement, int first) throws SQLException {
      use();
      statement.setLong(first, sql.gate());
      SingleWrites.bindRow(statement, first + 1, record);
    }

    @Override
    public boolean isLost(SQLException failure) {
      if (DIVISION_BY_ZERO.equals(failure.getSQLState())) {
        return true;
      }
      return failure instanceof PSQLException server
          && PSQLState.UNIQUE_VIOLATION.getState().equals(failure.getSQLState())
          && server.getServerErrorMessage() != null
          && sql.names().table().name().equals(server.getServerErrorMessage().getTable())
          && sql.names().schema().name().equals(server.getServerErrorMessage().getSchema());
    }
  }

  @Override
  public void writeOn(Connection connection) throws SQLException {
    use();
    if (connection.getAutoCommit()) {
      throw new SQLException("A decision needs a transaction around it", "25000");
    }
    try (PreparedStatement statement = connection.prepareStatement(sql.decision())) {
      statement.setLong(1, sql.gate());
      SingleWrites.bindRow(statement, 2, record);
      statement.execute();
      if (new Results(statement).skip(2).count() == 0) {
        throw new SQLException(SingleWrites.belowWatermark(record), BELOW_WATERMARK);
      }
    }
  }
}
