package org.datxa.internal.jta;

import javax.transaction.xa.Xid;
import org.datxa.bridge.XidText;
import org.datxa.internal.work.MetaTransaction;
import org.datxa.journal.JournalRecord;

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

  private final String text;
  private final MetaTransaction work;
  State state = State.ACTIVE;
  JournalRecord record;

  XaBranch(Xid xid, MetaTransaction work) {
    this.text = XidText.format(xid);
    this.work = work;
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
