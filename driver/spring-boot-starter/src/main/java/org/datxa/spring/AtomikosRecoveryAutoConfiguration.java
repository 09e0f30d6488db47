package org.datxa.spring;

import com.atomikos.icatch.config.Configuration;
import org.datxa.DatXA;
import org.datxa.atomikos.DatXaAtomikos;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/**
 * DatXA's place among the resources of Atomikos. The bean of Atomikos' transaction service depends
 * on this one, so that it starts after it.
 */
@AutoConfiguration(after = DatXaAutoConfiguration.class)
@ConditionalOnClass({DatXaAtomikos.class, Configuration.class})
@ConditionalOnBean(
    value = DatXA.class,
    type = {"com.atomikos.icatch.jta.UserTransactionManager"})
public class AtomikosRecoveryAutoConfiguration {
  private static final Logger LOG =
      LoggerFactory.getLogger(AtomikosRecoveryAutoConfiguration.class);

  /** Made by Spring. */
  public AtomikosRecoveryAutoConfiguration() {}

  @Bean
  @Lazy(false)
  @ConditionalOnMissingBean
  DatXaAtomikos datxaAtomikos(DatXA datxa) {
    if (Configuration.getCompositeTransactionManager() != null) {
      LOG.warn(
          "Atomikos was started before it knew DatXA, so its recovery may have forgotten decisions"
              + " that stores of DatXA still wait for. Let the bean of its transaction service"
              + " take DatXaAtomikos as a parameter.");
    }
    return DatXaAtomikos.register("datxa", datxa);
  }
}
