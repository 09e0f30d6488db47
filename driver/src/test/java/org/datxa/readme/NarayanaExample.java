package org.datxa.readme;

import com.arjuna.ats.internal.jta.recovery.arjunacore.XARecoveryModule;
import com.arjuna.ats.jta.recovery.XAResourceRecoveryHelper;
import jakarta.transaction.TransactionManager;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.Properties;
import javax.transaction.xa.XAResource;
import org.datxa.DatXA;

/** JTA: DatXA joins the transactions of Narayana. */
final class NarayanaExample {
  private NarayanaExample() {}

  static void run(Properties settings) throws Exception {
    // readme: narayana
    TransactionManager manager = com.arjuna.ats.jta.TransactionManager.transactionManager();
    try (DatXA datxa = DatXA.builder().properties(settings).transactionManager(manager).start()) {
      XARecoveryModule.getRegisteredXARecoveryModule()
          .addXAResourceRecoveryHelper(
              new XAResourceRecoveryHelper() {
                @Override
                public boolean initialise(String parameter) {
                  return true;
                }

                @Override
                public XAResource[] getXAResources() {
                  return datxa.recoveryResources().toArray(new XAResource[0]);
                }
              });
      manager.begin();
      try (Connection shop = datxa.dataSource("shop").getConnection();
          PreparedStatement order = shop.prepareStatement("INSERT INTO orders VALUES (?, 'open')");
          Connection facts = datxa.dataSource("facts").getConnection();
          PreparedStatement line =
              facts.prepareStatement("INSERT INTO lines (id, item) VALUES (?, 'tea')")) {
        order.setLong(1, 2);
        order.executeUpdate();
        line.setLong(1, 2);
        line.executeUpdate();
      } catch (Exception e) {
        manager.rollback();
        throw e;
      }
      manager.commit(); // what else is enlisted in the transaction takes part in the same decision
    }
    // readme: end
  }
}
