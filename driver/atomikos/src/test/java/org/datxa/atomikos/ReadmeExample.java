package org.datxa.atomikos;

import com.atomikos.icatch.config.UserTransactionServiceImp;
import com.atomikos.icatch.jta.UserTransactionManager;
import jakarta.transaction.TransactionManager;
import java.util.Properties;
import java.util.function.BiConsumer;
import org.datxa.DatXA;

/** The example of the module's README. */
final class ReadmeExample {
  private ReadmeExample() {}

  @SuppressWarnings("try") // the registration is there to be closed
  static void run(
      Properties settings,
      UserTransactionServiceImp service,
      BiConsumer<TransactionManager, DatXA> work) {
    // readme: example
    UserTransactionManager manager = new UserTransactionManager();
    manager.setStartupTransactionService(false);
    try (DatXA datxa = DatXA.builder().properties(settings).transactionManager(manager).start();
        DatXaAtomikos recovery = DatXaAtomikos.register("datxa", datxa)) {
      service.init(); // the UserTransactionServiceImp, after all resources were registered
      work.accept(manager, datxa);
      service.shutdownWait();
    }
    // readme: end
  }
}
