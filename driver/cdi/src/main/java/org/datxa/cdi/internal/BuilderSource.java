package org.datxa.cdi.internal;

import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.literal.NamedLiteral;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Named;
import jakarta.transaction.TransactionManager;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.datxa.DatXA;
import org.datxa.DatXaBuilder;
import org.datxa.OperatorEvent;
import org.datxa.spi.Finding;
import org.datxa.spi.error.ConfigurationRefused;

/** The builder from which DatXA is started: the application's bean, or one of our own. */
record BuilderSource(BeanManager manager, Instance<Object> beans, Optional<Properties> found) {
  /** The name of a bean of the type {@code Properties} that is the configuration. */
  static final Named NAME = NamedLiteral.of("datxa");

  DatXaBuilder builder(ManagerRecovery recovery) {
    Instance<DatXaBuilder> given = beans.select(DatXaBuilder.class);
    DatXaBuilder builder = given.isUnsatisfied() ? ours() : given.get();
    Optional<TransactionManager> transactions = Managers.find(beans);
    transactions.ifPresent(builder::transactionManager);
    recovery.name(builder);
    manager.getEvent().select(DatXaBuilder.class).fire(builder);
    return builder;
  }

  private DatXaBuilder ours() {
    Instance<Properties> given = beans.select(Properties.class, NAME);
    Properties properties =
        given.isUnsatisfied() ? found.orElseThrow(BuilderSource::nothing) : given.get();
    return DatXA.builder()
        .properties(properties)
        .operatorListener(told -> manager.getEvent().select(OperatorEvent.class).fire(told));
  }

  private static ConfigurationRefused nothing() {
    return new ConfigurationRefused(
        List.of(
            new Finding(
                "configuration",
                "DatXA or a store is injected and nothing is configured",
                "add "
                    + Configuration.FILE
                    + " to the class path, set system properties datxa.*, or produce a"
                    + " DatXaBuilder or @Named(\"datxa\") Properties.")));
  }
}
