package org.datxa.bridge.postgresql.internal;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.UUID;
import org.datxa.bridge.SqlName;
import org.datxa.spi.BranchStart;
import org.datxa.spi.DecisionText;
import org.datxa.spi.DecisionWrite;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.ForeignBranch;
import org.datxa.spi.ForeignGid;
import org.datxa.spi.Gid;
import org.datxa.spi.Resolution;
import org.datxa.spi.Stamp;
import org.datxa.spi.error.StoreException;
import org.datxa.spi.error.StoreRefused;
import org.datxa.spi.error.StoreUnknown;

/** A branch: one local transaction, prepared or committed with its marker. */
final class PostgresBranch implements ForeignBranch {
  /**
   * Asks the server what the transaction is and did; it fails when the transaction has failed (P3).
   * Foreign servers and dblink do work that takes no id here. The idle limit is set for the time
   * that other stores take to prepare (C4).
   */
  private static final String INSPECT =
      "SELECT pg_catalog.pg_current_xact_id_if_assigned() IS NOT NULL,"
          + " pg_catalog.current_setting('transaction_read_only') = 'on',"
          + " EXISTS (SELECT 1 FROM pg_catalog.pg_foreign_server)"
          + " OR EXISTS (SELECT 1 FROM pg_catalog.pg_extension WHERE extname = 'dblink'),"
          + " pg_catalog.current_setting('datxa.branch', true),"
          + " pg_catalog.set_config('idle_in_transaction_session_timeout', ?, true)";

  private final PostgresStore store;
  private final BranchStart start;
  private final BranchSession session;
  private final Answers answers;
  private Gid gid;
  private ForeignGid foreign;
  private boolean prepared;
  private boolean inDoubt;

  PostgresBranch(PostgresStore store, BranchStart start, BranchSession session) {
    this.store = store;
    this.start = start;
    this.session = session;
    this.answers = store.answers();
  }

  BranchSession session() {
    return session;
  }

  @Override
  public UUID datTxn() {
    return start.datTxn();
  }

  @Override
  public String store() {
    return store.name();
  }

  @Override
  public Work inspect() throws StoreException {
    if (!session.isBegun()) {
      return Work.READ_ONLY;
    }
    requireOpen();
    try (PreparedStatement statement = session.connection().prepareStatement(INSPECT)) {
      statement.setString(1, Integer.toString(store.settings().limits().idle()));
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        if (!datTxn().toString().equals(row.getString(4))) {
          throw gone();
        }
        return work(row.getBoolean(1), row.getBoolean(2), row.getBoolean(3));
      }
    } catch (SQLException e) {
      throw failed("The transaction", e);
    }
  }

  private Work work(boolean idAssigned, boolean readOnlyNow, boolean foreign) {
    boolean readOnlyAlways = session.isReadOnly() && readOnlyNow; // an id is then of temporary work
    boolean wrote = !readOnlyAlways && (idAssigned || foreign);
    return wrote ? Work.WROTE : Work.READ_ONLY;
  }

  @Override
  public void endReading() throws StoreException {
    if (!session.isBegun()) {
      return;
    }
    requireOpen();
    try (Statement statement = session.connection().createStatement()) {
      session.end();
      statement.execute("COMMIT");
    } catch (SQLException e) {
      throw failed("The end of a reading transaction", e);
    }
  }

  @Override
  public void prepare(Gid gid, Stamp stamp) throws StoreException {
    if (!gid.store().equals(store.name()) || !gid.datTxn().equals(stamp.datTxn())) {
      throw new IllegalArgumentException(gid + " is not of this branch.");
    }
    this.gid = gid;
    finish("PREPARE TRANSACTION " + SqlName.literal(gid.text()), stamp);
    prepared();
  }

  @Override
  public void prepareForeign(ForeignGid identity) throws StoreException {
    begin();
    this.foreign = identity;
    String last = "PREPARE TRANSACTION " + SqlName.literal(identity.text());
    send(MarkerTable.DURABLY + "; " + last, last);
    prepared();
  }

  private void prepared() {
    prepared = true;
    try {
      session.connection().setAutoCommit(true);
    } catch (SQLException e) {
      session.lease().destroy(); // it is prepared; the connection alone is lost
    }
  }

  @Override
  public void commit(Stamp stamp) throws StoreException {
    finish("COMMIT", stamp);
  }

  /** Settings, marker and the last statement in one message: what fails stops what follows. */
  private void finish(String last, Stamp stamp) throws StoreException {
    begin();
    send(
        MarkerTable.DURABLY
            + "; "
            + store.markers().insert(stamp.datTxn(), stamp.datTxTime())
            + "; "
            + last,
        last);
  }

  @Override
  public void commitDeciding(Stamp stamp, DecisionWrite decision) throws StoreException {
    begin();
    Optional<DecisionText> text = decision.text();
    if (text.isPresent()) {
      sendDeciding(stamp, text.get());
      return;
    }
    try (Statement statement = session.connection().createStatement()) {
      statement.execute(
          MarkerTable.DURABLY + "; " + store.markers().insert(stamp.datTxn(), stamp.datTxTime()));
      decision.writeOn(session.connection());
    } catch (SQLException e) {
      throw undecided(e);
    } catch (RuntimeException e) {
      session.rollback();
      throw e;
    }
    requireOpen();
    send("COMMIT", "COMMIT");
  }

  /** Settings, marker, decision and COMMIT in one message: what fails stops what follows. */
  private void sendDeciding(Stamp stamp, DecisionText decision) throws StoreException {
    String what = about("The deciding COMMIT");
    String sql =
        MarkerTable.DURABLY + "; " + store.markers().insert() + "; " + decision.sql() + "; COMMIT";
    try (PreparedStatement statement = session.connection().prepareStatement(sql)) {
      statement.setString(1, stamp.datTxn().toString());
      statement.setLong(2, stamp.datTxTime());
      decision.bind(statement, 3);
      statement.execute();
      answers.requireClean(what, statement);
      requireEnded(what);
    } catch (SQLException e) {
      boolean lost = PostgresErrors.isCertain(e) && decision.isLost(e);
      throw lost
          ? discard(answers.refused(ErrorKind.TRANSIENT, what + ": recovery aborted it first", e))
          : unfinished(what, e);
    } catch (StoreUnknown e) {
      inDoubt = true;
      throw e;
    }
  }

  private StoreRefused undecided(SQLException e) {
    boolean taken =
        PostgresErrors.has(e, PostgresErrors.UNIQUE_VIOLATION); // the marker's key, or the record's
    return taken
        ? discard(answers.refused(ErrorKind.TRANSIENT, about("Recovery aborted it first"), e))
        : failed("The decision", e);
  }

  private void begin() throws StoreException {
    try {
      session.connection();
      session.end();
    } catch (SQLException e) {
      throw failed("The transaction", e);
    }
    requireOpen();
  }

  private void send(String sql, String last) throws StoreException {
    String what = about(last.startsWith("PREPARE") ? "PREPARE TRANSACTION" : last);
    try (Statement statement = session.connection().createStatement()) {
      statement.execute(sql);
      answers.requireClean(what, statement);
      requireEnded(what);
    } catch (SQLException e) {
      throw unfinished(what, e);
    } catch (StoreUnknown e) {
      inDoubt = true;
      throw e;
    }
  }

  private void requireEnded(String what) throws StoreUnknown {
    if (session.lease().isOpen() || session.lease().isFailed()) {
      throw answers.unknown(what + " left a transaction open", null);
    }
  }

  private StoreException unfinished(String what, SQLException e) {
    if (PostgresErrors.isMarkerTaken(e, store.markers())) {
      return discard(answers.refused(ErrorKind.TRANSIENT, what + ": recovery aborted it first", e));
    }
    StoreException answer = answers.after(what, e);
    if (answer instanceof StoreRefused refused) {
      return discard(refused);
    }
    inDoubt = true;
    return answer;
  }

  /** P3: a transaction that failed or is gone is never prepared or committed. */
  private void requireOpen() throws StoreRefused {
    Lease lease = session.lease();
    if (lease.isFailed() || isClosed(lease)) {
      throw failed("The transaction", null);
    }
    if (!lease.isOpen()) {
      throw gone();
    }
  }

  private static boolean isClosed(Lease lease) {
    try {
      return lease.connection().isClosed();
    } catch (SQLException e) {
      return true; // what cannot even tell is of no use
    }
  }

  private StoreRefused gone() {
    return discard(
        answers.refused(
            ErrorKind.PERMANENT,
            about(
                "The local transaction is no longer the one that was begun;"
                    + " the work ended it, or reset its settings"),
            session.firstFailure().orElse(null)));
  }

  /** Before anything final was sent every failure is certain. The first one is the reason. */
  private StoreRefused failed(String what, SQLException last) {
    SQLException reason = session.firstFailure().orElse(last);
    if (reason != null && last != null && reason != last) {
      reason.addSuppressed(last);
    }
    ErrorKind kind = reason == null ? ErrorKind.TRANSIENT : PostgresErrors.kind(reason);
    return discard(answers.refused(kind, about(what + " has failed"), reason));
  }

  private <E extends StoreException> E discard(E answer) {
    session.rollback();
    return answer;
  }

  private String about(String what) {
    String identity = foreign == null ? new Gid(datTxn(), store.name()).text() : foreign.text();
    return what + " [" + identity + "]";
  }

  @Override
  public Resolution commitPrepared() throws StoreException {
    return mayFinishHere()
        ? store.finisher().commit(session.lease().connection(), gid, true)
        : store.commitPrepared(requireGid());
  }

  @Override
  public Resolution rollbackPrepared() throws StoreException {
    return mayFinishHere()
        ? store.finisher().rollback(session.lease().connection(), gid, true)
        : store.rollbackPrepared(requireGid());
  }

  @Override
  public void rollbackDoubtful() throws StoreException {
    if (foreign == null) {
      session.rollback(); // PREPARE was never sent
      return;
    }
    int server = session.lease().connection().getBackendPID();
    session.release(true);
    store.rollbackDoubtful(foreign, server);
  }

  private boolean mayFinishHere() {
    return prepared && !isClosed(session.lease());
  }

  private Gid requireGid() {
    if (gid == null) {
      throw new IllegalStateException("Nothing was prepared in " + about("this branch") + ".");
    }
    return gid;
  }

  @Override
  public void rollback() throws StoreException {
    if (inDoubt) {
      session.release(true);
      throw answers.unknown(about("The branch may be finished already"), null);
    }
    if (!prepared) {
      session.rollback();
    }
  }

  @Override
  public void release() {
    session.release(inDoubt);
  }
}
