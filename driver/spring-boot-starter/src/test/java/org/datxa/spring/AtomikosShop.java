package org.datxa.spring;

import com.atomikos.icatch.config.UserTransactionServiceImp;
import com.atomikos.icatch.jta.UserTransactionManager;
import java.util.Properties;
import org.datxa.atomikos.DatXaAtomikos;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.jta.JtaTransactionManager;

/** Atomikos wired by hand. */
// readme: atomikos
@Configuration(proxyBeanMethods = false)
class AtomikosShop {
  @Bean
  UserTransactionManager atomikos() {
    UserTransactionManager manager = new UserTransactionManager();
    manager.setStartupTransactionService(false); // the bean below is started instead
    return manager;
  }

  @Bean(initMethod = "init", destroyMethod = "shutdownWait")
  UserTransactionServiceImp atomikosService(
      DatXaAtomikos known, @Value("${atomikos.folder}") String folder) {
    Properties settings = new Properties();
    settings.setProperty("com.atomikos.icatch.tm_unique_name", "shop1"); // one for each process
    settings.setProperty("com.atomikos.icatch.log_base_dir", folder);
    return new UserTransactionServiceImp(settings);
  }

  @Bean
  JtaTransactionManager transactionManager(
      UserTransactionManager atomikos, UserTransactionServiceImp started) {
    return new JtaTransactionManager(atomikos, atomikos);
  }
}
// readme: end
