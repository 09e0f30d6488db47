package org.datxa.spring;

import com.arjuna.ats.arjuna.recovery.RecoveryManager;
import java.util.Properties;
import javax.sql.DataSource;
import org.datxa.DatXA;
import org.datxa.narayana.DatXaNarayana;
import org.datxa.narayana.RecoveryRegistration;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.jta.JtaTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The example of the README for Spring without Boot. */
// readme: spring
@Configuration(proxyBeanMethods = false)
@EnableTransactionManagement
class PlainSpring {
  @Bean
  JtaTransactionManager transactionManager() {
    return new JtaTransactionManager(
        com.arjuna.ats.jta.UserTransaction.userTransaction(),
        com.arjuna.ats.jta.TransactionManager.transactionManager());
  }

  @Bean(destroyMethod = "terminate")
  RecoveryManager narayanaRecovery() {
    RecoveryManager.delayRecoveryManagerThread();
    RecoveryManager manager = RecoveryManager.manager(RecoveryManager.INDIRECT_MANAGEMENT);
    manager.startRecoveryManagerThread();
    return manager;
  }

  @Bean
  DatXA datxa(JtaTransactionManager transactions, @Qualifier("settings") Properties settings) {
    return DatXA.builder()
        .properties(settings) // journal=…, stores.shop.kind=postgresql, …
        .transactionManager(transactions.getTransactionManager())
        .resources(DatXaNarayana.standalone())
        .readOnlyWhen(TransactionSynchronizationManager::isCurrentTransactionReadOnly)
        .start();
  }

  @Bean
  RecoveryRegistration recovery(DatXA datxa, RecoveryManager started) {
    return DatXaNarayana.register(datxa);
  }

  @Bean
  DataSource shop(DatXA datxa) {
    return datxa.dataSource("shop");
  }
}
// readme: end
