package org.datxa.spring;

import jakarta.transaction.TransactionManager;
import java.util.Optional;
import org.datxa.DatXA;
import org.datxa.DatXaBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;
import org.springframework.transaction.jta.JtaTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Starts DatXA from the properties {@code datxa.*}, in the transactions of the context's JTA
 * transaction manager, and offers a bean for each store. Operator events are published as
 * application events of the type {@link org.datxa.OperatorEvent}.
 */
@AutoConfiguration(
    afterName = {
      "dev.snowdrop.boot.narayana.autoconfigure.NarayanaAutoConfiguration",
      "org.springframework.boot.autoconfigure.transaction.jta.JtaAutoConfiguration",
      "org.springframework.boot.transaction.jta.autoconfigure.JtaAutoConfiguration"
    },
    beforeName = {
      "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
      "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration"
    })
@ConditionalOnProperty(prefix = "datxa", name = "enabled", matchIfMissing = true)
@ConditionalOnMissingBean(DatXA.class)
@Import(StoreBeans.class)
public class DatXaAutoConfiguration {
  /** The name of the bean. */
  static final String BEAN = "datxa";

  private static final Logger LOG = LoggerFactory.getLogger(DatXaAutoConfiguration.class);

  /** Made by Spring. */
  public DatXaAutoConfiguration() {}

  // Its recovery, and what start-up finds, wait for nobody's first use.
  @Bean(name = BEAN)
  @Lazy(false)
  DatXA datxa(
      Environment environment,
      ObjectProvider<JtaTransactionManager> ofSpring,
      ObjectProvider<TransactionManager> ofJta,
      ObjectProvider<DatXaCustomizer> customizers,
      ApplicationEventPublisher events) {
    DatXaBuilder builder =
        DatXA.builder()
            .readOnlyWhen(DatXaAutoConfiguration::isDeclaredReadOnly)
            .operatorListener(events::publishEvent);
    DatXaProperties.of(environment).values().forEach(builder::set);
    manager(ofSpring, ofJta)
        .ifPresentOrElse(builder::transactionManager, DatXaAutoConfiguration::warnOfNone);
    customizers.orderedStream().forEach(it -> it.customize(builder));
    return builder.start();
  }

  // Spring's own is asked second: it may need a manager that was started, and Atomikos is to be
  // started after DatXA was made known to it.
  private static Optional<TransactionManager> manager(
      ObjectProvider<JtaTransactionManager> ofSpring, ObjectProvider<TransactionManager> ofJta) {
    return Optional.ofNullable(ofJta.getIfUnique())
        .or(
            () ->
                Optional.ofNullable(ofSpring.getIfUnique())
                    .map(JtaTransactionManager::getTransactionManager));
  }

  private static void warnOfNone() {
    LOG.warn(
        "There is no JTA transaction manager, or more than one: @Transactional does not reach the"
            + " stores of DatXA. Add Narayana or Atomikos, or work in DatXA.call.");
  }

  private static boolean isDeclaredReadOnly() {
    return TransactionSynchronizationManager.isActualTransactionActive()
        && TransactionSynchronizationManager.isCurrentTransactionReadOnly();
  }
}
