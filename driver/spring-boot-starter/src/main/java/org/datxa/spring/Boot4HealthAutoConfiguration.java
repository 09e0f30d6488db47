package org.datxa.spring;

import org.datxa.DatXA;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** Health, where Spring Boot 4 has its classes for it. */
@AutoConfiguration(after = DatXaAutoConfiguration.class)
@ConditionalOnClass(
    name = {
      "org.springframework.boot.health.contributor.HealthIndicator",
      "org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator"
    })
@ConditionalOnBean(DatXA.class)
@ConditionalOnEnabledHealthIndicator("datxa")
public class Boot4HealthAutoConfiguration {
  /** Made by Spring. */
  public Boot4HealthAutoConfiguration() {}

  @Bean
  HealthIndicator datxaHealthIndicator(DatXA datxa) {
    return new Indicator(datxa);
  }

  private static final class Indicator extends AbstractHealthIndicator {
    private final DatXA datxa;

    Indicator(DatXA datxa) {
      super("DatXA could not be looked at.");
      this.datxa = datxa;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
      DeploymentHealth health = DeploymentHealth.of(datxa);
      (health.up() ? builder.up() : builder.down()).withDetails(health.details());
    }
  }
}
