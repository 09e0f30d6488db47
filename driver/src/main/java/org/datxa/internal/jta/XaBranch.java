package org.datxa.internal.jta;

import javax.transaction.xa.Xid;
import org.datxa.bridge.XidText;
import org.datxa.internal.work.MetaTransaction;
import org.datxa.journal.JournalRecord;
import org.datxa.spi.ForeignBranch;

/** One transaction of an outside manager, as far as this process knows it. Guarded by itself. */
final class XaBranch {
  /** Where it stands. */
  enum State {
    ACTIVE,
    SUSPENDED,
    IDLE,
    PREPARED,
    /** The vote was asked for, and nobody knows whether it was written. */
    DOUBTFUL,
    ENDED
  }

  private final Xid xid;
  private final String text;
  private final MetaTransaction work;
  volatile State state = State.ACTIVE;
  JournalRecord record;
  ForeignBranch inStore;

  XaBranch(Xid xid, MetaTransaction work) {
    this.xid = XidText.copy(xid);
    this.text = XidText.format(xid);
    this.work = work;
  }

  Xid xid() {
    return xid;
  }

  String text() {
    return text;
  }

  MetaTransaction work() {
    return work;
  }

  @Override
  public String toString() {
    return "XaBranch[" + text + ", " + work.datTxn() + ", " + state + "]";
  }
}
