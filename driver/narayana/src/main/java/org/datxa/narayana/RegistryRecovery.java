package org.datxa.narayana;

import javax.transaction.xa.XAResource;
import org.jboss.tm.XAResourceRecovery;

/**
 * What a server's registry asks at each scan. The resource is the same each time: Narayana tells by
 * it since when it has seen a branch that nobody owns.
 */
record RegistryRecovery(XAResource resource) implements XAResourceRecovery {
  @Override
  public XAResource[] getXAResources() {
    return new XAResource[] {resource};
  }
}
