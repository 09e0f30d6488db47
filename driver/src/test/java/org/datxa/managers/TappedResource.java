package org.datxa.managers;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * A resource around a resource. Before and after a call the test does what it likes: stands still,
 * breaks a connection, or answers in its place.
 *
 * @param inner the resource inside
 * @param who which of the two it is
 * @param tap what is done at a point such as {@code ours before commit}
 */
public record TappedResource(XAResource inner, String who, Tap tap) implements ForwardingResource {
  /** What is done at a point. */
  @FunctionalInterface
  public interface Tap {
    /**
     * The resource is at a point.
     *
     * @param point the resource, {@code before} or {@code after}, and the call
     * @throws XAException to answer with it
     */
    void at(String point) throws XAException;
  }

  private void at(String point) throws XAException {
    tap.at(who + " " + point);
  }

  @Override
  public int prepare(Xid xid) throws XAException {
    at("before prepare");
    int vote = inner.prepare(xid);
    at("after prepare");
    return vote;
  }

  @Override
  public void commit(Xid xid, boolean onePhase) throws XAException {
    at("before commit");
    inner.commit(xid, onePhase);
    at("after commit");
  }

  @Override
  public void rollback(Xid xid) throws XAException {
    inner.rollback(xid);
    at("after rollback");
  }

  @Override
  public Xid[] recover(int flag) throws XAException {
    at("before recover");
    return inner.recover(flag);
  }
}
