package org.datxa.demo;

import jakarta.transaction.TransactionManager;
import java.nio.file.Path;
import org.datxa.DatXA;
import org.datxa.ResourceWrapping;

/** A transaction manager of this process with its log in a folder, which the next one finds. */
interface Manager extends AutoCloseable {
  /** The same in every process, since the one that recovers stands in for the one that died. */
  String NODE = "demo";

  static Manager start(String name, Path log) throws Exception {
    return name.equals("atomikos") ? new AtomikosManager(log) : new NarayanaManager(log);
  }

  TransactionManager transactions();

  /** What is put around the resources of a deployment. */
  ResourceWrapping wrapping();

  /** Takes the deployment into recovery; afterwards transactions may begin. */
  void register(DatXA datxa);

  /** One pass of the manager's own recovery. */
  void scan();

  /** Whether its log has nothing left to do. */
  boolean isDone();

  /** Ends it and its use of the deployment, before the deployment is closed. */
  @Override
  void close();
}
