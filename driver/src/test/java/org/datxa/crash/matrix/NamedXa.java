package org.datxa.crash.matrix;

import com.arjuna.ats.internal.jta.resources.arjunacore.XAResourceRecord;
import com.arjuna.ats.internal.jta.resources.arjunacore.XAResourceRecordWrappingPlugin;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.datxa.managers.ForwardingResource;
import org.jboss.tm.XAResourceWrapper;

/**
 * A resource with a name that goes into the manager's log.
 *
 * @param inner the resource inside
 * @param name its name
 */
record NamedXa(XAResource inner, String name) implements ForwardingResource, XAResourceWrapper {
  /** Writes the names. */
  static final class Records implements XAResourceRecordWrappingPlugin {
    @Override
    public void transcribeWrapperData(XAResourceRecord record) {
      if (record.value() instanceof NamedXa named) {
        record.setProductName(named.getProductName());
        record.setProductVersion(named.getProductVersion());
        record.setJndiName(named.getJndiName());
      }
    }

    @Override
    public Integer getEISName(XAResource resource) {
      return 0;
    }

    @Override
    public String getEISName(Integer number) {
      return "unknown EIS";
    }
  }

  @Override
  public XAResource getResource() {
    return inner;
  }

  @Override
  public String getProductName() {
    return "matrix";
  }

  @Override
  public String getProductVersion() {
    return "1";
  }

  @Override
  public String getJndiName() {
    return name;
  }

  @Override
  public void commit(Xid xid, boolean onePhase) throws XAException {
    try {
      inner.commit(xid, onePhase);
    } catch (XAException e) {
      throw again(e);
    }
  }

  @Override
  public void rollback(Xid xid) throws XAException {
    try {
      inner.rollback(xid);
    } catch (XAException e) {
      throw again(e);
    }
  }

  // The driver of PostgreSQL calls a server that was killed XAER_RMERR, which tells the manager
  // that it was rolled back. That is not what is tested here.
  private XAException again(XAException e) {
    if (e.errorCode != XAException.XAER_RMERR || !name.startsWith(Neighbour.PREFIX)) {
      return e;
    }
    XAException later = new XAException(XAException.XAER_RMFAIL);
    later.initCause(e);
    return later;
  }
}
