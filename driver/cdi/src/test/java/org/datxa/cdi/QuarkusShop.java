package org.datxa.cdi;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.BeforeDestroyed;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import jakarta.transaction.TransactionManager;
import java.util.Properties;
import javax.sql.DataSource;
import org.datxa.DatXA;
import org.datxa.narayana.DatXaNarayana;
import org.datxa.narayana.RecoveryRegistration;
import org.jboss.tm.XAResourceRecoveryRegistry;

/** The beans of the README for a container without portable extensions. */
// readme: quarkus
@ApplicationScoped
public class QuarkusShop {
  private RecoveryRegistration recovery;

  @Produces
  @Singleton
  DatXA datxa(@Named("datxa") Properties settings, TransactionManager manager) {
    return DatXA.builder()
        .properties(settings)
        .transactionManager(manager)
        .resources(DatXaNarayana.standalone())
        .start();
  }

  void close(@Disposes DatXA datxa) {
    datxa.close();
  }

  @Produces
  @Singleton
  @Store("shop")
  DataSource shop(DatXA datxa) {
    return datxa.dataSource("shop");
  }

  void start( // early: what registers later waits for a whole period
      @Observes @Initialized(ApplicationScoped.class) Object started,
      DatXA datxa,
      XAResourceRecoveryRegistry registry) {
    recovery = DatXaNarayana.register(datxa, registry);
  }

  void end(@Observes @BeforeDestroyed(ApplicationScoped.class) Object ending) {
    recovery.close();
  }
}
// readme: end
