package org.datxa.demo;

import java.nio.file.Path;
import java.util.function.UnaryOperator;
import javax.transaction.xa.XAResource;
import org.datxa.DatXA;

/**
 * A transaction manager and DatXA in one process.
 *
 * @param manager the manager
 * @param datxa the deployment that it knows
 */
record Workplace(Manager manager, DatXA datxa) implements AutoCloseable {
  /**
   * Starts both.
   *
   * @param arguments the file of the configuration, the manager, and the folder of its log
   * @param watching what is put around the resources
   */
  static Workplace open(String[] arguments, UnaryOperator<XAResource> watching) throws Exception {
    Manager manager = Manager.start(arguments[1], Path.of(arguments[2]));
    DatXA datxa =
        DatXA.builder()
            .properties(Places.read(arguments[0]))
            .transactionManager(manager.transactions())
            .resources((resource, name) -> manager.wrapping().wrap(watching.apply(resource), name))
            .start();
    manager.register(datxa);
    return new Workplace(manager, datxa);
  }

  @Override
  public void close() {
    manager.close();
    datxa.close();
  }
}
