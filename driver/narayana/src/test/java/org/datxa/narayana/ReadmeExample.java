package org.datxa.narayana;

import jakarta.transaction.TransactionManager;
import java.util.Properties;
import java.util.function.BiConsumer;
import org.datxa.DatXA;

/** The example of the module's README. */
final class ReadmeExample {
  private ReadmeExample() {}

  @SuppressWarnings("try") // the registration is there to be closed
  static void run(Properties settings, BiConsumer<TransactionManager, DatXA> work) {
    // readme: example
    TransactionManager manager = com.arjuna.ats.jta.TransactionManager.transactionManager();
    try (DatXA datxa =
            DatXA.builder()
                .properties(settings)
                .transactionManager(manager)
                .resources(DatXaNarayana.standalone()) // before the first transaction
                .start();
        RecoveryRegistration recovery = DatXaNarayana.register(datxa)) {
      work.accept(manager, datxa);
    }
    // readme: end
  }
}
