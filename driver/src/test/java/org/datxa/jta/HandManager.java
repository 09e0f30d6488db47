package org.datxa.jta;

import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.util.ArrayList;
import java.util.List;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.datxa.bridge.XidText;

/** A transaction manager whose phases a test drives by hand. One transaction at a time. */
public final class HandManager implements TransactionManager {
  private static int counter;

  private HandTransaction current;
  private int nextTimeout;

  /** The transaction of the thread. */
  public static final class HandTransaction implements Transaction {
    final Xid xid;
    private final int timeoutSeconds;
    final List<Synchronization> synchronizations = new ArrayList<>();
    XAResource resource;
    int status = Status.STATUS_ACTIVE;

    HandTransaction(Xid xid, int timeoutSeconds) {
      this.xid = xid;
      this.timeoutSeconds = timeoutSeconds;
    }

    public Xid xid() {
      return xid;
    }

    public XAResource resource() {
      return resource;
    }

    @Override
    public boolean enlistResource(XAResource enlisted) {
      try {
        if (timeoutSeconds > 0) {
          enlisted.setTransactionTimeout(timeoutSeconds);
        }
        enlisted.start(xid, XAResource.TMNOFLAGS);
      } catch (XAException e) {
        throw new IllegalStateException(e);
      }
      resource = enlisted;
      return true;
    }

    void end() throws XAException {
      resource.end(xid, XAResource.TMSUCCESS);
      status = Status.STATUS_PREPARING;
    }

    int prepare() throws XAException {
      end();
      return resource.prepare(xid);
    }

    @Override
    public void registerSynchronization(Synchronization synchronization) {
      synchronizations.add(synchronization);
    }

    @Override
    public int getStatus() {
      return status;
    }

    @Override
    public boolean delistResource(XAResource delisted, int flag) {
      return true;
    }

    @Override
    public void commit() {
      throw new UnsupportedOperationException("The test drives the phases.");
    }

    @Override
    public void rollback() {
      throw new UnsupportedOperationException("The test drives the phases.");
    }

    @Override
    public void setRollbackOnly() {
      status = Status.STATUS_MARKED_ROLLBACK;
    }
  }

  @Override
  public synchronized void begin() {
    counter++;
    begin(XidText.parse("4711:" + hex(counter) + ":01").orElseThrow());
  }

  /** Begins a transaction whose one branch has a given xid. */
  public synchronized void begin(Xid xid) {
    current = new HandTransaction(xid, nextTimeout);
    nextTimeout = 0;
  }

  /** What the resources of the next transaction are told, in seconds. */
  public synchronized void timeoutOfTheNext(int seconds) {
    nextTimeout = seconds;
  }

  private static String hex(int number) {
    return String.format("%08x%016x", number, System.nanoTime());
  }

  /** Takes the thread out of its transaction. */
  public synchronized HandTransaction leave() {
    HandTransaction left = current;
    current = null;
    return left;
  }

  @Override
  public synchronized Transaction getTransaction() {
    return current;
  }

  @Override
  public synchronized int getStatus() {
    return current == null ? Status.STATUS_NO_TRANSACTION : current.status;
  }

  @Override
  public synchronized Transaction suspend() {
    return leave();
  }

  @Override
  public synchronized void resume(Transaction transaction) {
    current = (HandTransaction) transaction;
  }

  @Override
  public void commit() {
    throw new UnsupportedOperationException("The test drives the phases.");
  }

  @Override
  public void rollback() {
    throw new UnsupportedOperationException("The test drives the phases.");
  }

  @Override
  public void setRollbackOnly() {
    current.setRollbackOnly();
  }

  @Override
  public void setTransactionTimeout(int seconds) {}
}
