package org.datxa.jta.contract;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.datxa.jta.HandManager.HandTransaction;

/** A branch with work in it, driven by hand. */
record XaWork(XaFixture fixture, HandTransaction transaction, long id) {
  Xid xid() {
    return transaction.xid();
  }

  XAResource resource() {
    return transaction.resource();
  }

  XaWork end() throws XAException {
    resource().end(xid(), XAResource.TMSUCCESS);
    return this;
  }

  XaWork prepare() throws XAException {
    end();
    int vote = resource().prepare(xid());
    if (vote != XAResource.XA_OK) {
      throw new AssertionError("It voted " + vote + ".");
    }
    return this;
  }

  void commit() throws XAException {
    resource().commit(xid(), false);
  }

  void rollback() throws XAException {
    resource().rollback(xid());
  }

  boolean isVisible() {
    return fixture.isVisible(id);
  }

  /** Runs something in the thread that is in this transaction. */
  void inside(Inside work) throws Exception {
    fixture.manager().resume(transaction);
    try {
      work.run();
    } finally {
      fixture.manager().leave();
    }
  }

  /** Work of the application. */
  interface Inside {
    void run() throws Exception;
  }
}
