package org.datxa.bridge.postgresql.internal;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.TransactionState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connection borrowed from a pool, to be given back as it was, or not at all. */
final class Lease {
  private static final Logger LOG = LoggerFactory.getLogger(Lease.class);

  private final Connection pooled;
  private final BaseConnection raw;
  private final Leaks leaks;
  private final int usualTimeout;
  private boolean dirty;
  private boolean spoilt;
  private boolean over;

  Lease(Connection pooled, BaseConnection raw, Leaks leaks) throws SQLException {
    this.pooled = pooled;
    this.raw = raw;
    this.leaks = leaks;
    this.usualTimeout = raw.getNetworkTimeout();
  }

  BaseConnection connection() {
    return raw;
  }

  /** Bounds the wait for each answer from now on; nothing is sent for it. */
  void boundAnswers(int millis) throws SQLException {
    raw.setNetworkTimeout(Runnable::run, millis);
  }

  /** Asks the server for an empty answer, and bounds the wait for that one. */
  void requireAnswer(int millis) throws SQLException {
    int usual = raw.getNetworkTimeout();
    boundAnswers(millis);
    try (Statement statement = raw.createStatement()) {
      statement.execute("");
    }
    boundAnswers(usual);
  }

  /** Notes that the session may hold more than it did: settings, temporary tables, locks. */
  synchronized void dirty() {
    dirty = true;
  }

  /** Notes that the connection cannot be brought back to what it was. */
  synchronized void spoil() {
    spoilt = true;
  }

  boolean isOpen() {
    return raw.getTransactionState() == TransactionState.OPEN;
  }

  boolean isFailed() {
    return raw.getTransactionState() == TransactionState.FAILED;
  }

  /** Gives the connection back; one that is dead or cannot be reset is closed instead. */
  synchronized void giveBack(int millis) {
    if (over) {
      return;
    }
    try {
      if (!spoilt && !raw.isClosed()) {
        boundAnswers(millis);
        reset();
        over = true;
        leaks.ended(this);
        pooled.close();
        return;
      }
    } catch (SQLException e) {
      LOG.debug("A connection could not be reset and is closed.", e);
    }
    destroy();
  }

  private void reset() throws SQLException {
    if (!raw.getAutoCommit()) {
      raw.rollback();
      raw.setAutoCommit(true);
    }
    if (raw.isReadOnly()) {
      raw.setReadOnly(false);
    }
    if (dirty) {
      try (Statement statement = raw.createStatement()) {
        statement.execute("DISCARD ALL");
      }
    }
    raw.clearWarnings();
    boundAnswers(usualTimeout);
  }

  /** Closes the connection for good; the pool learns of it. */
  synchronized void destroy() {
    if (over) {
      return;
    }
    over = true;
    leaks.ended(this);
    try (pooled) {
      raw.abort(Runnable::run);
      pooled.createStatement().close(); // fails, and the failure tells the pool to drop it
    } catch (SQLException e) {
      LOG.trace("Closed.", e);
    }
  }
}
