package org.datxa.internal.jta;

import java.time.Duration;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.datxa.bridge.XaCodes;
import org.datxa.bridge.XidText;
import org.datxa.internal.work.MetaTransaction;

/**
 * An XAResource for all branches of a transaction, or for those of one store. What a manager
 * prepares on one instance it may finish on any other, in any process. It is not serializable, so
 * that recovery always goes through the journal.
 */
public final class DatXaResource implements XAResource {

  private final XaBranches branches;
  private final MetaTransaction first;
  private volatile XaBranch associated;
  private boolean used;
  private int timeoutSeconds;

  /**
   * A resource.
   *
   * @param branches what is known of the manager's transactions
   * @param first the meta-transaction that the first start stands for; null to make one
   */
  public DatXaResource(XaBranches branches, MetaTransaction first) {
    this.branches = branches;
    this.first = first;
  }

  /** What an XAResource method does. */
  @FunctionalInterface
  private interface Body<T> {
    T run() throws XAException;
  }

  /**
   * Nothing but an XAException with its code set ever leaves: managers take the rest for success.
   */
  private static <T> T guarded(Body<T> body) throws XAException {
    // A pending interrupt would fail the first statement; it is kept and shown again at the end.
    boolean interrupted = Thread.interrupted();
    try {
      return body.run();
    } catch (RuntimeException | Error e) {
      throw XaCodes.of(e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static void requireXid(Xid xid) throws XAException {
    if (xid == null) {
      throw XaCodes.of(XAException.XAER_INVAL, "The xid is null.", null);
    }
    try {
      XidText.format(xid);
    } catch (RuntimeException e) {
      throw XaCodes.of(XAException.XAER_INVAL, "The xid is no legal one: " + e.getMessage(), e);
    }
  }

  @Override
  public synchronized void start(Xid xid, int flags) throws XAException {
    guarded(
        () -> {
          requireXid(xid);
          if (isAssociated()) {
            throw XaCodes.of(
                XAException.XAER_PROTO, "Already associated with " + associated.text(), null);
          }
          associated =
              switch (flags) {
                case TMNOFLAGS -> begin(xid);
                case TMJOIN -> join(xid, XaBranch.State.IDLE);
                case TMRESUME -> join(xid, XaBranch.State.SUSPENDED);
                default -> throw XaCodes.of(XAException.XAER_INVAL, "Flags " + flags, null);
              };
          return null;
        });
  }

  // A roll-back may come while it is associated, and ends the association too.
  private boolean isAssociated() {
    return associated != null && associated.state != XaBranch.State.ENDED;
  }

  private XaBranch begin(Xid xid) throws XAException {
    MetaTransaction work = first;
    if (work == null || used) {
      work = new MetaTransaction(branches.engine(), false, branches.engine().settings().timeout());
    }
    if (timeoutSeconds > 0) {
      work.limit(Duration.ofSeconds(timeoutSeconds));
      timeoutSeconds = 0; // the timeout of one branch does not leak into the next
    }
    XaBranch branch = branches.add(xid, work);
    used = true;
    return branch;
  }

  private XaBranch join(Xid xid, XaBranch.State wanted) throws XAException {
    XaBranch branch = branches.require(xid);
    synchronized (branch) {
      if (branch.state != wanted) {
        throw XaCodes.of(
            XAException.XAER_PROTO, "It is " + branch.state + ": " + branch.text(), null);
      }
      branch.state = XaBranch.State.ACTIVE;
      branch.work().resume();
      return branch;
    }
  }

  @Override
  public synchronized void end(Xid xid, int flags) throws XAException {
    guarded(
        () -> {
          requireXid(xid);
          if (flags != TMSUCCESS && flags != TMFAIL && flags != TMSUSPEND) {
            throw XaCodes.of(XAException.XAER_INVAL, "Flags " + flags, null);
          }
          end(branches.require(xid), flags);
          return null;
        });
  }

  private void end(XaBranch branch, int flags) throws XAException {
    synchronized (branch) {
      boolean suspended = branch.state == XaBranch.State.SUSPENDED && flags != TMSUSPEND;
      if (branch != associated && !suspended) {
        throw XaCodes.of(XAException.XAER_PROTO, "Not associated with " + branch.text(), null);
      }
      if (branch == associated) {
        associated = null;
      }
      if (flags == TMFAIL) {
        branch.work().rollbackOnly(new IllegalStateException("The manager ended it as failed."));
      }
      branch.work().end();
      if (branch.state == XaBranch.State.ACTIVE || branch.state == XaBranch.State.SUSPENDED) {
        branch.state = flags == TMSUSPEND ? XaBranch.State.SUSPENDED : XaBranch.State.IDLE;
      }
    }
  }

  @Override
  public int prepare(Xid xid) throws XAException {
    return guarded(
        () -> {
          requireXid(xid);
          return branches.prepare(branches.require(xid));
        });
  }

  @Override
  public void commit(Xid xid, boolean onePhase) throws XAException {
    guarded(
        () -> {
          requireXid(xid);
          if (onePhase) {
            branches.commitInOnePhase(branches.require(xid));
          } else {
            branches.commit(xid);
          }
          return null;
        });
  }

  @Override
  public void rollback(Xid xid) throws XAException {
    guarded(
        () -> {
          requireXid(xid);
          branches.rollback(xid);
          return null;
        });
  }

  @Override
  public Xid[] recover(int flag) throws XAException {
    return guarded(
        () -> {
          int known = TMSTARTRSCAN | TMENDRSCAN;
          if ((flag & ~known) != 0) {
            throw XaCodes.of(XAException.XAER_INVAL, "Flags " + flag, null);
          }
          if ((flag & TMSTARTRSCAN) == 0) {
            return new Xid[0]; // the one answer of a scan is given at its start
          }
          return branches.recover().toArray(new Xid[0]);
        });
  }

  @Override
  public void forget(Xid xid) throws XAException {
    guarded(
        () -> {
          requireXid(xid);
          branches.forget(xid);
          return null;
        });
  }

  @Override
  public boolean isSameRM(XAResource other) {
    return other instanceof DatXaResource that && that.branches == branches;
  }

  @Override
  public synchronized int getTransactionTimeout() {
    return timeoutSeconds > 0
        ? timeoutSeconds
        : (int) branches.engine().settings().timeout().toSeconds();
  }

  @Override
  public synchronized boolean setTransactionTimeout(int seconds) throws XAException {
    if (seconds < 0) {
      throw XaCodes.of(XAException.XAER_INVAL, "A timeout of " + seconds + " seconds", null);
    }
    timeoutSeconds = seconds;
    return true;
  }

  @Override
  public String toString() {
    XaBranch now = associated;
    return "DatXaResource[" + branches.name() + (now == null ? "" : ", " + now.text()) + "]";
  }
}
