package org.datxa.narayana;

import java.util.Optional;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jboss.tm.XAResourceWrapper;

/**
 * A resource with a name that Narayana writes into its log. When a commit was done and its reply
 * lost, a recovery resource of the same name that answers and does not list the branch any longer
 * ends the log's record. It is not serializable, so that recovery always goes by the name.
 */
final class NamedResource implements XAResourceWrapper {
  private static final String VERSION =
      Optional.ofNullable(NamedResource.class.getPackage().getImplementationVersion())
          .orElse("unknown");

  private final XAResource resource;
  private final String name;

  NamedResource(XAResource resource, String name) {
    this.resource = resource;
    this.name = name;
  }

  @Override
  public XAResource getResource() {
    return resource;
  }

  @Override
  public String getProductName() {
    return "DatXA";
  }

  @Override
  public String getProductVersion() {
    return VERSION;
  }

  @Override
  public String getJndiName() {
    return name;
  }

  @Override
  public void start(Xid xid, int flags) throws XAException {
    resource.start(xid, flags);
  }

  @Override
  public void end(Xid xid, int flags) throws XAException {
    resource.end(xid, flags);
  }

  @Override
  public int prepare(Xid xid) throws XAException {
    return resource.prepare(xid);
  }

  @Override
  public void commit(Xid xid, boolean onePhase) throws XAException {
    resource.commit(xid, onePhase);
  }

  @Override
  public void rollback(Xid xid) throws XAException {
    resource.rollback(xid);
  }

  @Override
  public void forget(Xid xid) throws XAException {
    resource.forget(xid);
  }

  @Override
  public Xid[] recover(int flag) throws XAException {
    return resource.recover(flag);
  }

  @Override
  public boolean isSameRM(XAResource other) throws XAException {
    return resource.isSameRM(other instanceof NamedResource that ? that.resource : other);
  }

  @Override
  public int getTransactionTimeout() throws XAException {
    return resource.getTransactionTimeout();
  }

  @Override
  public boolean setTransactionTimeout(int seconds) throws XAException {
    return resource.setTransactionTimeout(seconds);
  }

  @Override
  public String toString() {
    return "NamedResource[" + name + ", " + resource + "]";
  }
}
