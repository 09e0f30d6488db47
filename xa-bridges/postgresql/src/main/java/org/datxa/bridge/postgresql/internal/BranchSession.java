package org.datxa.bridge.postgresql.internal;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.datxa.spi.BranchStart;
import org.postgresql.core.BaseConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection of one branch and who may use it when. Opened at the first work. A piece of work
 * holds the session, so that a roll-back from another thread knows when it has ended.
 */
final class BranchSession {
  private static final Logger LOG = LoggerFactory.getLogger(BranchSession.class);
  private static final long CANCEL_MILLIS = 5_000;
  private static final long CANCEL_PAUSE_MILLIS = 250;

  private final PostgresPools pools;
  private final PostgresSettings settings;
  private final BranchStart start;
  private final ReentrantLock inUse = new ReentrantLock();
  private volatile Lease lease;
  private volatile boolean ended;
  private volatile SQLException firstFailure;
  private boolean worked;
  private boolean readOnly;

  BranchSession(PostgresPools pools, PostgresSettings settings, BranchStart start) {
    this.pools = pools;
    this.settings = settings;
    this.start = start;
    this.readOnly = start.readOnly();
  }

  /** Takes the session for a piece of work of the application. */
  void enter() throws SQLException {
    inUse.lock();
    try {
      requireGoing();
    } catch (SQLException e) {
      inUse.unlock();
      throw e;
    }
  }

  private void requireGoing() throws SQLException {
    if (ended) {
      throw new SQLException(
          "The transaction "
              + start.datTxn()
              + " takes no more work in store '"
              + settings.name()
              + "'; take a new handle in a new transaction.",
          PostgresErrors.IN_USE,
          firstFailure);
    }
  }

  /** Ends a piece of work. Tells whether the transaction below can still be committed. */
  boolean leave(SQLException failure) {
    try {
      boolean open = lease == null || (lease.isOpen() && !isClosed());
      if (!open && firstFailure == null) {
        firstFailure = failure;
      }
      return open;
    } finally {
      inUse.unlock();
    }
  }

  private boolean isClosed() {
    try {
      return lease.connection().isClosed();
    } catch (SQLException e) {
      LOG.debug("A connection that cannot tell is taken for closed.", e);
      return true;
    }
  }

  /** The connection, borrowed and its transaction begun when this is the first use. */
  BaseConnection connection() throws SQLException {
    if (lease == null) {
      requireGoing();
      Lease fresh = borrow();
      if (!isKept(fresh)) {
        fresh.destroy();
        requireGoing();
      }
    }
    return lease.connection();
  }

  /** Whoever has rolled back meanwhile has seen no connection, so nobody would give it back. */
  private synchronized boolean isKept(Lease fresh) {
    if (!ended) {
      lease = fresh;
    }
    return !ended;
  }

  /**
   * A connection that was idle may be dead, so another is tried: nothing was done on it yet. Not
   * after a silence, of which each lasts as long.
   */
  private Lease borrow() throws SQLException {
    for (int left = settings.pools().most(); ; left--) {
      Lease candidate = pools.work("the transaction " + start.datTxn());
      try {
        open(candidate);
        return candidate;
      } catch (SQLException e) {
        candidate.destroy();
        if (left == 0 || PostgresErrors.isCertain(e) || pools.isSilence(e)) {
          throw e;
        }
      }
    }
  }

  private void open(Lease candidate) throws SQLException {
    long millis = Math.min(start.timeout().toMillis(), Integer.MAX_VALUE / 2);
    StringBuilder sql = new StringBuilder("SET LOCAL datxa.branch = '" + start.datTxn() + "'");
    if (millis > 0) {
      sql.append("; SET LOCAL statement_timeout = ").append(millis);
      sql.append("; SET LOCAL idle_in_transaction_session_timeout = ").append(millis);
    }
    if (readOnly) {
      sql.append("; SET TRANSACTION READ ONLY");
    }
    candidate.boundAnswers(settings.limits().socket());
    candidate.connection().setAutoCommit(false);
    try (Statement statement = candidate.connection().createStatement()) {
      statement.execute(sql.toString());
    }
    if (millis > 0) {
      candidate.boundAnswers((int) millis + settings.limits().socket());
    }
  }

  boolean isBegun() {
    return lease != null;
  }

  Lease lease() {
    return lease;
  }

  Optional<SQLException> firstFailure() {
    return Optional.ofNullable(firstFailure);
  }

  /** Whether the application has sent anything; some settings come before that or not at all. */
  boolean hasWorked() {
    return worked;
  }

  void worked() {
    worked = true;
  }

  boolean isReadOnly() {
    return readOnly;
  }

  void readOnly(boolean value) {
    readOnly = value;
  }

  /** No more work from handles; the protocol has the connection from here on. */
  void end() throws SQLException {
    ended = true;
    if (lease != null && !lease.connection().isClosed()) {
      lease.boundAnswers(settings.limits().socket());
    }
  }

  /** Ends a running statement, then the local transaction. Afterwards nothing of it can commit. */
  void rollback() {
    Lease mine = ended();
    if (mine == null) {
      return;
    }
    if (!cancelled(mine)) {
      mine.destroy();
      return;
    }
    try {
      mine.boundAnswers(settings.limits().socket());
      mine.connection().rollback();
    } catch (SQLException e) {
      LOG.debug("The connection died; the server rolls back what it carried.", e);
      mine.destroy();
    } finally {
      inUse.unlock();
    }
  }

  private synchronized Lease ended() {
    ended = true;
    return lease;
  }

  /** Takes the session, ending what runs in it; returns false when that was not to be had. */
  private boolean cancelled(Lease mine) {
    if (inUse.tryLock()) {
      return true;
    }
    try {
      Deadline deadline = Deadline.in(CANCEL_MILLIS); // a cancel may itself find no answer
      while (!deadline.isOver()) {
        mine.connection().cancelQuery();
        if (inUse.tryLock(CANCEL_PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
          return true;
        }
      }
    } catch (SQLException e) {
      LOG.debug("The running statement could not be cancelled; its connection is closed.", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return false;
  }

  /** Gives the connection back, or closes it when it may still carry something. */
  void release(boolean inDoubt) {
    if (ended() == null) {
      return;
    }
    if (inDoubt || !inUse.tryLock()) {
      lease.destroy();
      return;
    }
    try {
      lease.giveBack(settings.limits().connect());
    } finally {
      inUse.unlock();
    }
  }
}
