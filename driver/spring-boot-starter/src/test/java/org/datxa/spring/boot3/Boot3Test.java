package org.datxa.spring.boot3;

import static org.assertj.core.api.Assertions.assertThat;

import org.datxa.spring.NarayanaShop;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.actuate.health.CompositeHealthContributor;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.actuate.health.Status;

/** Health in the classes of Spring Boot 3. */
class Boot3Test {
  @Test
  void healthIsThatOfJournalAndStores() {
    assertThat(SpringBootVersion.getVersion()).startsWith("3.");
    Health health =
        NarayanaShop.CONTEXT.getBean("datxaHealthIndicator", HealthIndicator.class).health();
    assertThat(health.getStatus()).isEqualTo(Status.UP);
    assertThat(health.getDetails().get("journal").toString()).contains("dat_journal");
  }

  @Test
  void healthOfEachDataSourceIsAskedThroughItsConnections() {
    CompositeHealthContributor all =
        NarayanaShop.CONTEXT.getBean("dbHealthContributor", CompositeHealthContributor.class);
    assertThat(all.stream().map(it -> it.getName()))
        .containsExactlyInAnyOrder("shopDataSource", "factsDataSource");
    assertThat(all.stream().map(it -> ((HealthIndicator) it.getContributor()).health()))
        .allMatch(it -> it.getStatus().equals(Status.UP));
  }
}
