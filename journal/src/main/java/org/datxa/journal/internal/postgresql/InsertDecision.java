package org.datxa.journal.internal.postgresql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.State;
import org.datxa.journal.internal.sql.Checks;
import org.datxa.spi.DecisionWrite;

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

  @Override
  public void writeOn(Connection connection) throws SQLException {
    if (used.getAndSet(true)) {
      throw new IllegalStateException("The decision of " + record.datTxn() + " was written before");
    }
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
