package org.datxa.atomikos;

import com.atomikos.datasource.RecoverableResource;
import com.atomikos.icatch.config.Configuration;
import java.util.Objects;
import org.datxa.DatXA;

/**
 * DatXA's place among the resources of Atomikos, which enlists and recovers only what it knows.
 *
 * <p>Register before the transaction service starts. Atomikos deletes a logged decision as soon as
 * all resources that it knows at that moment have answered its recovery; a resource that comes
 * later would find its own votes taken for orphans and rolled back.
 *
 * <p>For the same reason closing this does not take the resource out of Atomikos: until it is
 * registered again, recovery is told that it does not answer, and so the log is kept.
 */
public final class DatXaAtomikos implements AutoCloseable {
  private final AtomikosResource resource;
  private final DatXA datxa;

  private DatXaAtomikos(AtomikosResource resource, DatXA datxa) {
    this.resource = resource;
    this.datxa = datxa;
  }

  /**
   * Makes a deployment known to Atomikos.
   *
   * @param name the name of the resource, unique in this process and the same after a restart; 45
   *     bytes at most
   * @param datxa the deployment
   * @return the registration; close it after the transaction service was shut down and before the
   *     deployment is closed
   * @throws IllegalStateException if the name is that of another resource
   */
  public static DatXaAtomikos register(String name, DatXA datxa) {
    Objects.requireNonNull(datxa, "datxa");
    synchronized (DatXaAtomikos.class) {
      RecoverableResource known = Configuration.getResource(name);
      AtomikosResource resource =
          known instanceof AtomikosResource it && !it.isClosed() ? it : new AtomikosResource(name);
      resource.connect(datxa);
      if (resource != known) {
        Configuration.addResource(resource);
      }
      return new DatXaAtomikos(resource, datxa);
    }
  }

  /** Ends it, after a scan that runs. Closing twice does nothing. */
  @Override
  public void close() {
    resource.disconnect(datxa);
  }
}
