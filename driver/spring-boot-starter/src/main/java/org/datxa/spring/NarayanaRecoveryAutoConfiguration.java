package org.datxa.spring;

import org.datxa.DatXA;
import org.datxa.narayana.DatXaNarayana;
import org.datxa.narayana.RecoveryRegistration;
import org.jboss.tm.XAResourceRecoveryRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/**
 * DatXA's part in the recovery of a Narayana that has a registry, as Snowdrop's starter makes it.
 */
@AutoConfiguration(after = DatXaAutoConfiguration.class)
@ConditionalOnClass({DatXaNarayana.class, XAResourceRecoveryRegistry.class})
@ConditionalOnBean({DatXA.class, XAResourceRecoveryRegistry.class})
public class NarayanaRecoveryAutoConfiguration {
  /** Made by Spring. */
  public NarayanaRecoveryAutoConfiguration() {}

  @Bean
  DatXaCustomizer datxaNarayanaNames() {
    return builder -> builder.resources(DatXaNarayana.wrapping());
  }

  @Bean
  @Lazy(false)
  @ConditionalOnMissingBean
  RecoveryRegistration datxaNarayanaRecovery(DatXA datxa, XAResourceRecoveryRegistry registry) {
    return DatXaNarayana.register(datxa, registry);
  }
}
