package org.datxa.spring.boot4;

import static org.assertj.core.api.Assertions.assertThat;

import org.datxa.spring.NarayanaShop;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/** Health in the classes of Spring Boot 4. */
class Boot4Test {
  @Test
  void healthIsThatOfJournalAndStores() {
    assertThat(SpringBootVersion.getVersion()).startsWith("4.");
    Health health =
        NarayanaShop.CONTEXT.getBean("datxaHealthIndicator", HealthIndicator.class).health();
    assertThat(health.getStatus()).isEqualTo(Status.UP);
    assertThat(health.getDetails().get("journal").toString()).contains("dat_journal");
  }

  @Test
  void healthOfEachDataSourceIsAskedThroughItsConnections() {
    CompositeHealthContributor all =
        NarayanaShop.CONTEXT.getBean("dbHealthContributor", CompositeHealthContributor.class);
    assertThat(all.stream().map(it -> it.name()))
        .containsExactlyInAnyOrder("shopDataSource", "factsDataSource");
    assertThat(all.stream().map(it -> ((HealthIndicator) it.contributor()).health()))
        .allMatch(it -> it.getStatus().equals(Status.UP));
  }
}
