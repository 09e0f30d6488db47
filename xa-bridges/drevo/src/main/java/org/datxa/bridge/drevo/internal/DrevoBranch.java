package org.datxa.bridge.drevo.internal;

import java.util.UUID;
import org.datxa.spi.BranchStart;
import org.datxa.spi.DecisionWrite;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.ForeignBranch;
import org.datxa.spi.ForeignGid;
import org.datxa.spi.Gid;
import org.datxa.spi.Resolution;
import org.datxa.spi.Stamp;
import org.datxa.spi.error.StoreException;
import org.datxa.spi.error.StoreRefused;

/** A branch: one explicit transaction, prepared or committed with its marker. */
final class DrevoBranch implements ForeignBranch {
  private final DrevoStore store;
  private final BranchStart start;
  private final BranchSession session;
  private final Answers answers;
  private Gid gid;
  private ForeignGid foreign;
  private boolean prepared;
  private boolean inDoubt;

  DrevoBranch(DrevoStore store, BranchStart start, BranchSession session) {
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

  /**
   * The server does not tell who wrote, so the statements do; what is unclear counts as a write.
   */
  @Override
  public Work inspect() throws StoreException {
    requireUnfailed();
    return session.hasWritten() ? Work.WROTE : Work.READ_ONLY;
  }

  /**
   * A snapshot needs no COMMIT to be true of one moment; whether it is still, only COMMIT tells.
   */
  @Override
  public void endReading() throws StoreException {
    session.end();
    requireUnfailed();
    if (!session.isBegun()) {
      return;
    }
    if (!store.settings().validateReads()) {
      session.rollback();
      return;
    }
    try {
      session.link().commit();
    } catch (LinkException e) {
      throw discard(answers.refused(about("The end of a reading transaction"), e));
    }
  }

  @Override
  public void prepare(Gid gid, Stamp stamp) throws StoreException {
    if (!gid.store().equals(store.name()) || !gid.datTxn().equals(stamp.datTxn())) {
      throw new IllegalArgumentException(gid + " is not of this branch.");
    }
    this.gid = gid;
    mark(stamp);
    prepare(gid.text());
  }

  @Override
  public void prepareForeign(ForeignGid identity) throws StoreException {
    requireWork();
    this.foreign = identity;
    prepare(identity.text());
    session.handOverPass().ifPresent(pass -> store.turn().keep(identity, pass));
  }

  private void prepare(String identity) throws StoreException {
    try {
      session.link().run(Statement.of("CALL drevo.tx.prepare($gid)", "gid", identity));
    } catch (LinkException e) {
      throw unprepared(e);
    }
    prepared = true;
    closeTransaction();
  }

  /** Conflict and fence are found before anything is prepared, and are too common to pay for. */
  private StoreException unprepared(LinkException e) {
    if (!DrevoErrors.isInTheWay(e)) {
      session.link().destroy();
    }
    // One of ours may be this very branch; one of a manager was there before.
    return foreign == null && e.says("already prepared")
        ? doubtful(answers.unknown(about("prepare: the gid is taken"), e))
        : unfinished("prepare", e);
  }

  /**
   * What is sent after a prepare must be a COMMIT, which then changes nothing: a server may
   * otherwise take the next transaction on this connection for the prepared one and lose it. So
   * whatever else happens costs the connection. D1
   */
  private void closeTransaction() {
    try {
      session.link().commit();
    } catch (LinkException e) {
      session.link().destroy(); // it is prepared; the connection alone is lost
    }
  }

  @Override
  public void commit(Stamp stamp) throws StoreException {
    mark(stamp);
    try {
      session.link().commit();
    } catch (LinkException e) {
      throw unfinished("COMMIT", e);
    }
    session.leaveGate();
  }

  @Override
  public void commitDeciding(Stamp stamp, DecisionWrite decision) throws StoreException {
    throw discard(
        answers.refused(
            ErrorKind.PERMANENT, about("A drevo store carries no decision of a journal"), null));
  }

  private void requireWork() throws StoreException {
    session.end();
    requireUnfailed();
    if (!session.isBegun()) {
      throw new IllegalStateException("Nothing was done in " + about("this branch") + ".");
    }
  }

  private void mark(Stamp stamp) throws StoreException {
    requireWork();
    try {
      session.link().run(Markers.marker(new Gid(datTxn(), store.name()), stamp));
    } catch (LinkException e) {
      throw discard(
          DrevoErrors.isTitleTaken(e)
              ? answers.refused(ErrorKind.TRANSIENT, about("Recovery aborted it first"), e)
              : answers.refused(about("The transaction has failed"), e));
    }
  }

  private StoreException unfinished(String what, LinkException e) {
    StoreException answer = answers.after(about(what), e);
    return answer instanceof StoreRefused refused ? discard(refused) : doubtful(answer);
  }

  private <E extends StoreException> E doubtful(E answer) {
    inDoubt = true;
    session.link().destroy();
    return answer;
  }

  /** Before anything final was sent every failure is certain. The first one is the reason. P3 */
  private void requireUnfailed() throws StoreRefused {
    if (session.firstFailure().isPresent()) {
      throw discard(
          answers.refused(about("The transaction has failed"), session.firstFailure().get()));
    }
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
    Resolution end =
        mayFinishHere()
            ? store.finisher().commit(session.link(), gid)
            : store.commitPrepared(requireGid());
    session.leaveGate();
    return end;
  }

  @Override
  public Resolution rollbackPrepared() throws StoreException {
    Resolution end =
        mayFinishHere()
            ? store.finisher().rollback(session.link(), gid)
            : store.rollbackPrepared(requireGid());
    session.leaveGate();
    return inDoubt && end == Resolution.DONE ? store.forbid(gid) : end;
  }

  @Override
  public void rollbackDoubtful() throws StoreException {
    if (foreign == null) {
      session.rollback(); // no prepare was ever sent
      return;
    }
    session.release(true);
    store.rollbackDoubtful(foreign, datTxn());
  }

  private boolean mayFinishHere() {
    return prepared && !session.link().isDestroyed();
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
