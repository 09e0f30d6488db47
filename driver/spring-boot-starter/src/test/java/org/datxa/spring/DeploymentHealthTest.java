package org.datxa.spring;

import static org.assertj.core.api.Assertions.assertThat;

import org.datxa.DatXA;
import org.datxa.DatXaBuilder;
import org.datxa.lab.Lab;
import org.datxa.lab.LabPostgres;
import org.datxa.lab.LabProxy;
import org.junit.jupiter.api.Test;

/** What health tells of a deployment. */
class DeploymentHealthTest {
  @Test
  void whenAStoreIsGone_itIsDownAndSaysWhichAndComesBack() {
    LabPostgres postgres = Lab.shared().postgres();
    String database = postgres.newDatabase("health");
    try (LabProxy proxy = Lab.shared().newPostgresProxy()) {
      String url = "jdbc:postgresql://" + proxy.host() + ":" + proxy.port() + "/" + database;
      DatXaBuilder builder =
          DatXA.builder()
              .set("journal", "store:shop")
              .set("recovery.interval_ms", "0")
              .set("stores.shop.kind", "postgresql")
              .set("stores.shop.connect_timeout_ms", "2000")
              .set("stores.shop.url", url)
              .set("stores.shop.user", postgres.user())
              .set("stores.shop.password", postgres.password());
      try (DatXA datxa = builder.start()) {
        DeploymentHealth well = DeploymentHealth.of(datxa);
        assertThat(well.up()).isTrue();
        assertThat(well.details()).containsOnlyKeys("journal");

        proxy.refuse();
        proxy.dropAll();
        DeploymentHealth ill = DeploymentHealth.of(datxa);
        assertThat(ill.up()).isFalse();
        assertThat(ill.details().get("findings").toString()).contains("shop: ", "journal: ");
        assertThat(ill.details().toString()).doesNotContain(postgres.password() + "@");

        proxy.accept();
        datxa.recover();
        assertThat(DeploymentHealth.of(datxa).details())
            .containsEntry("pending", 0L)
            .containsEntry("unreachable", 0L);
      }
    }
  }
}
