package org.datxa.managers;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** A resource around a resource, which asks it as it is asked itself. */
public interface ForwardingResource extends XAResource {
  /** The resource inside. */
  XAResource inner();

  @Override
  default void start(Xid xid, int flags) throws XAException {
    inner().start(xid, flags);
  }

  @Override
  default void end(Xid xid, int flags) throws XAException {
    inner().end(xid, flags);
  }

  @Override
  default int prepare(Xid xid) throws XAException {
    return inner().prepare(xid);
  }

  @Override
  default void commit(Xid xid, boolean onePhase) throws XAException {
    inner().commit(xid, onePhase);
  }

  @Override
  default void rollback(Xid xid) throws XAException {
    inner().rollback(xid);
  }

  @Override
  default void forget(Xid xid) throws XAException {
    inner().forget(xid);
  }

  @Override
  default Xid[] recover(int flag) throws XAException {
    return inner().recover(flag);
  }

  /** Compares what is inside: a resource knows its own kind alone. */
  @Override
  default boolean isSameRM(XAResource other) throws XAException {
    return inner().isSameRM(other instanceof ForwardingResource that ? that.inner() : other);
  }

  @Override
  default int getTransactionTimeout() throws XAException {
    return inner().getTransactionTimeout();
  }

  @Override
  default boolean setTransactionTimeout(int seconds) throws XAException {
    return inner().setTransactionTimeout(seconds);
  }
}
