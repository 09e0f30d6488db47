package org.datxa.atomikos;

import com.atomikos.datasource.xa.XATransactionalResource;
import com.atomikos.recovery.PendingTransactionRecord;
import java.util.Collection;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.datxa.DatXA;

/** A resource by which Atomikos knows a deployment, as long as there is one. */
final class AtomikosResource extends XATransactionalResource {
  private final Object scanning = new Object();
  private DatXA datxa;
  private volatile XAResource current;

  AtomikosResource(String name) {
    super(name);
  }

  void connect(DatXA deployment, XAResource resource) {
    synchronized (scanning) {
      if (datxa != null) {
        throw new IllegalStateException("Another deployment is registered as " + getName() + ".");
      }
      datxa = deployment;
      current = resource;
    }
  }

  void disconnect(DatXA deployment) {
    synchronized (scanning) {
      if (datxa == deployment) {
        datxa = null;
        current = null;
      }
    }
  }

  @Override
  protected XAResource refreshXAConnection() {
    return current;
  }

  // The resource holds no connection of its own, so it never goes stale; it only changes.
  @Override
  protected boolean needsRefresh() {
    return xares_ != current;
  }

  @Override
  public boolean usesXAResource(XAResource other) {
    XAResource known = current;
    try {
      return known != null && known.isSameRM(other);
    } catch (XAException e) {
      return false; // what cannot be compared is somebody else's
    }
  }

  /** False is "not all was committed": Atomikos then keeps its log. */
  @Override
  public boolean recover(
      long startOfScan,
      Collection<PendingTransactionRecord> toCommit,
      Collection<PendingTransactionRecord> toKeep) {
    synchronized (scanning) {
      return current != null && super.recover(startOfScan, toCommit, toKeep);
    }
  }
}
