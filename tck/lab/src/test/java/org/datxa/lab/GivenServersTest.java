package org.datxa.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers of the user's in place of the lab's. */
class GivenServersTest {

  @AfterEach
  void forget() {
    System.clearProperty("datxa.lab.postgres");
    System.clearProperty("datxa.lab.clickhouse");
    System.clearProperty("datxa.lab.iceberg");
    System.clearProperty("datxa.lab.drevo");
    System.clearProperty("datxa.lab.drevo.user");
    System.clearProperty("datxa.lab.drevo.password");
  }

  @Test
  void whenPostgresIsNamed_itIsUsedAndNotKilled() {
    System.setProperty("datxa.lab.postgres", "jdbc:postgresql://db:5433/x?user=me&password=p");
    try (LabPostgres postgres = LabPostgres.start()) {
      assertThat(postgres.jdbcUrl("y")).isEqualTo("jdbc:postgresql://db:5433/y?user=me&password=p");
      assertThat(postgres.user()).isEqualTo("me");
      assertThat(postgres.password()).isEqualTo("p");
      assertThat(postgres.port()).isEqualTo(5433);
      assertThatThrownBy(postgres::kill).isInstanceOf(LabException.class);
    }
  }

  @Test
  void whenClickHouseIsNamed_itIsUsedAndHasNoFaultSwitch() {
    System.setProperty("datxa.lab.clickhouse", "http://me:p@db");
    try (LabClickHouse server = LabClickHouse.start()) {
      assertThat(server.jdbcUrl("y")).isEqualTo("jdbc:clickhouse://db:8123/y");
      assertThat(server.user()).isEqualTo("me");
      assertThat(server.hasFaultSwitch()).isFalse();
      assertThatThrownBy(server::log).isInstanceOf(LabException.class);
    }
  }

  @Test
  void whenDrevoIsNamed_itIsUsedAndHasNoFaultSwitch() {
    System.setProperty("datxa.lab.drevo", "bolt://127.0.0.1:1");
    System.setProperty("datxa.lab.drevo.user", "me");
    System.setProperty("datxa.lab.drevo.password", "p");
    try (LabDrevo server = LabDrevo.start()) {
      assertThat(server.boltUri()).isEqualTo("bolt://127.0.0.1:1");
      assertThat(server.user()).isEqualTo("me");
      assertThat(server.password()).isEqualTo("p");
      assertThat(server.hasFaultSwitch()).isFalse();
      assertThatThrownBy(server::log).isInstanceOf(LabException.class);
      assertThatThrownBy(server::kill).isInstanceOf(LabException.class);
      assertThatThrownBy(() -> server.newDatabase("x")).isInstanceOf(LabException.class);
    }
  }

  @Test
  void whenCatalogIsNamed_itsPropertiesAreRead(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("catalog.properties"), "uri=u\nwarehouse=w\n");
    System.setProperty("datxa.lab.iceberg", file.toString());
    try (LabIceberg iceberg = LabIceberg.in(null)) {
      assertThat(iceberg.catalogProperties())
          .containsEntry("uri", "u")
          .containsEntry("warehouse", "w");
    }
  }
}
