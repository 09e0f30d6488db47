package org.datxa.narayana;

import java.util.List;
import javax.transaction.xa.XAResource;
import org.jboss.tm.XAResourceRecovery;

/**
 * What a server's registry asks at each scan. The resources are the same each time: Narayana tells
 * by them since when it has seen a branch that nobody owns.
 */
record RegistryRecovery(List<XAResource> resources) implements XAResourceRecovery {
  @Override
  public XAResource[] getXAResources() {
    return resources.toArray(new XAResource[0]);
  }
}
