package org.datxa.jta;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** A resource beside DatXA that notes what it is asked, and may vote no. */
final class OtherResource implements XAResource {
  final List<String> asked = new CopyOnWriteArrayList<>();
  private final int veto;
  private final Runnable atPrepare;

  /**
   * @param veto the code that prepare throws; 0 to vote yes
   */
  OtherResource(int veto) {
    this(veto, () -> {});
  }

  /**
   * @param veto the code that prepare throws; 0 to vote yes
   * @param atPrepare what happens while it is asked for its vote
   */
  OtherResource(int veto, Runnable atPrepare) {
    this.veto = veto;
    this.atPrepare = atPrepare;
  }

  @Override
  public void start(Xid xid, int flags) {
    asked.add("start");
  }

  @Override
  public void end(Xid xid, int flags) {
    asked.add("end");
  }

  @Override
  public int prepare(Xid xid) throws XAException {
    asked.add("prepare");
    atPrepare.run();
    if (veto != 0) {
      throw new XAException(veto);
    }
    return XA_OK;
  }

  @Override
  public void commit(Xid xid, boolean onePhase) {
    asked.add("commit");
  }

  @Override
  public void rollback(Xid xid) {
    asked.add("rollback");
  }

  @Override
  public void forget(Xid xid) {
    asked.add("forget");
  }

  @Override
  public Xid[] recover(int flag) {
    return new Xid[0];
  }

  @Override
  public boolean isSameRM(XAResource other) {
    return other == this;
  }

  @Override
  public int getTransactionTimeout() {
    return 0;
  }

  @Override
  public boolean setTransactionTimeout(int seconds) {
    return false;
  }
}
