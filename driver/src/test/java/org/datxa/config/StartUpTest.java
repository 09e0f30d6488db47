package org.datxa.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import org.datxa.DatXA;
import org.datxa.DatXaBuilder;
import org.datxa.UnitOfWork;
import org.datxa.spi.error.Aborted;
import org.datxa.spi.error.ConfigurationRefused;
import org.datxa.stores.TestDeployment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartUpTest {
  @Test
  void allFindingsComeInOneMessage() {
    DatXaBuilder builder =
        DatXA.builder()
            .journal("ftp://somewhere")
            .set("journal.intent", "maybe")
            .set("max_payload_bytes", "many")
            .set("colour", "blue")
            .store("Robert'); DROP TABLE", "postgresql", Map.of())
            .store("here", "", Map.of());
    assertThatThrownBy(builder::start)
        .isInstanceOfSatisfying(
            ConfigurationRefused.class, e -> assertThat(e.findings()).hasSize(5))
        .hasMessageContaining("journal.intent")
        .hasMessageContaining("max_payload_bytes")
        .hasMessageContaining("colour")
        .hasMessageContaining("DROP TABLE")
        .hasMessageContaining("has no kind");
  }

  @Test
  void j5_agesThatDoNotFitTogetherAreRefused() {
    DatXaBuilder builder =
        DatXA.builder()
            .journal("jdbc:postgresql://127.0.0.1:1/none")
            .set("journal.keep_ms", "20000")
            .set("markers.keep_ms", "20000")
            .store("there", "postgresql", Map.of("url", "jdbc:postgresql://127.0.0.1:1/none"));
    assertThatThrownBy(builder::start)
        .isInstanceOf(ConfigurationRefused.class)
        .hasMessageContaining("journal.keep_ms is less than")
        .hasMessageContaining("markers.keep_ms is not longer");
  }

  @Test
  void unknownKindsAndUnreachableJournalsAreFoundTogether() {
    DatXaBuilder builder =
        DatXA.builder()
            .journal("jdbc:postgresql://127.0.0.1:1/none")
            .store("here", "paper", Map.of())
            .store("there", "postgresql", Map.of("url", "jdbc:postgresql://127.0.0.1:1/none"));
    assertThatThrownBy(builder::start)
        .isInstanceOfSatisfying(
            ConfigurationRefused.class,
            e -> assertThat(e.findings()).extracting("where").contains("here", "there", "journal"));
  }

  @Test
  void misspeltPropertiesAreRefusedByName() {
    DatXaBuilder builder =
        DatXA.builder()
            .set("journal.passwort", "x")
            .store("pg", "postgresql", Map.of("url", "jdbc:postgresql://h/d", "pool.maxx", "3"))
            .store("ch", "clickhouse", Map.of("url", "jdbc:clickhouse://h/d", "claim", "3"));
    assertThatThrownBy(builder::start).hasMessageContaining("journal.passwort");
    DatXaBuilder stores =
        DatXA.builder()
            .store("pg", "postgresql", Map.of("url", "jdbc:postgresql://h/d", "pool.maxx", "3"))
            .store("ch", "clickhouse", Map.of("url", "jdbc:clickhouse://h/d", "claim", "3"));
    assertThatThrownBy(stores::start)
        .hasMessageContaining("pool.maxx")
        .hasMessageContaining("[claim]");
  }

  @Test
  void secretsNeverReachAMessage() {
    DatXaBuilder builder =
        DatXA.builder()
            .journal("jdbc:postgresql://127.0.0.1:1/none")
            .set("journal.password", "swordfish")
            .store(
                "there",
                "postgresql",
                Map.of(
                    "url", "jdbc:postgresql://127.0.0.1:1/none",
                    "user", "u",
                    "password", "swordfish"));
    assertThat(builder.toString()).doesNotContain("swordfish");
    assertThatThrownBy(builder::start)
        .isInstanceOf(ConfigurationRefused.class)
        .satisfies(e -> assertThat(trace(e)).doesNotContain("swordfish"));
  }

  @Test
  void twoStoresWithOnePlaceOfMarkersAreRefusedWithBothNames() {
    TestDeployment lab = new TestDeployment().postgres("one").journal();
    lab.postgresAt("twin", lab.url("one"));
    assertThatThrownBy(lab::start)
        .isInstanceOf(ConfigurationRefused.class)
        .hasMessageContaining("one")
        .hasMessageContaining("twin");
  }

  @Test
  void severalStoresWithoutAJournalAreRefused() {
    TestDeployment lab = new TestDeployment().postgres("one").postgres("two");
    assertThatThrownBy(lab::start)
        .isInstanceOf(ConfigurationRefused.class)
        .hasMessageContaining("no journal");
  }

  @Test
  void j6_aSecondDeploymentWithTheSameStoreNameIsRefused() {
    TestDeployment lab = new TestDeployment().postgres("one").journal();
    lab.start().close();
    lab.journal();
    assertThatThrownBy(lab::start)
        .isInstanceOf(ConfigurationRefused.class)
        .hasMessageContaining("one");
  }

  @Test
  void anUnknownStoreNameIsRefusedWithTheNamesThatThereAre() {
    TestDeployment lab = new TestDeployment().postgres("one").journal();
    try (DatXA datxa = lab.start()) {
      assertThatThrownBy(() -> datxa.dataSource("other"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("one");
    }
  }

  @Test
  void aFileJournalServesOneProcess(@TempDir Path folder) throws SQLException {
    TestDeployment lab =
        new TestDeployment()
            .postgres("one")
            .postgres("two")
            .set("journal", folder.resolve("journal").toUri().toString());
    try (DatXA datxa = lab.start();
        UnitOfWork unit = datxa.begin()) {
      TestDeployment.insert(datxa, "one", 1);
      TestDeployment.insert(datxa, "two", 1);
      unit.commit();
      assertThat(lab.items("one") + lab.items("two")).isEqualTo(2);
      assertThatThrownBy(lab::start)
          .isInstanceOf(ConfigurationRefused.class)
          .hasMessageContaining("journal");
    }
  }

  @Test
  void aPayloadThatIsTooLargeIsRefusedBeforeAnythingIsPrepared() throws SQLException {
    TestDeployment lab =
        new TestDeployment()
            .postgres("pg")
            .clickHouse("ch")
            .journal()
            .set("max_payload_bytes", "10");
    try (DatXA datxa = lab.start();
        UnitOfWork unit = datxa.begin()) {
      TestDeployment.insert(datxa, "pg", 1);
      TestDeployment.fact(datxa, "ch", 1);
      assertThatThrownBy(unit::commit)
          .isInstanceOf(Aborted.class)
          .hasMessageContaining("max_payload_bytes = 10")
          .hasMessageContaining("bytes, more than");
      assertThat(lab.items("pg")).isZero();
      assertThat(lab.states()).isEmpty();
    }
  }

  private static String trace(Throwable e) {
    java.io.StringWriter text = new java.io.StringWriter();
    e.printStackTrace(new java.io.PrintWriter(text));
    return text.toString();
  }
}
