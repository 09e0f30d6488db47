package org.datxa.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Map;
import org.datxa.DatXA;
import org.datxa.DatXaBuilder;
import org.datxa.spi.Finding;
import org.datxa.spi.error.ConfigurationRefused;
import org.junit.jupiter.api.Test;

/** What is refused before anything is reached. No server runs here. */
class StartUpTest {
  private static final String NOBODY = "jdbc:postgresql://127.0.0.1:1/shop";

  private static List<Finding> refused(DatXaBuilder builder) {
    return catchThrowableOfType(ConfigurationRefused.class, builder::start).findings();
  }

  private static DatXaBuilder store(DatXaBuilder builder, String name) {
    return builder.store(
        name, "postgresql", Map.of("url", NOBODY, "user", "shop", "password", "hush-hush"));
  }

  @Test
  void s1_unknownKindIsNamedWithTheKnownOnes() {
    assertThat(refused(DatXA.builder().store("old", "oracle", Map.of())))
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.where()).isEqualTo("old");
              assertThat(it.problem()).contains("'oracle'");
              assertThat(it.nextStep()).contains("postgresql", "iceberg", "clickhouse");
            });
  }

  @Test
  void s2_everythingWrongInTheKeysIsToldAtOnce() {
    List<Finding> findings =
        refused(
            DatXA.builder()
                .set("timeout_ms", "soon")
                .set("journal.intent", "maybe")
                .set("jornal", "store:pg")
                .set("stores.Bad Name.kind", "postgresql")
                .set("stores.pg.url", NOBODY));
    assertThat(findings.toString())
        .contains("timeout_ms", "journal.intent", "'jornal'", "'Bad Name'", "no kind");
    assertThat(findings).hasSize(5);
  }

  @Test
  void s2_everythingWrongInTheStoresIsToldAtOnceWithoutSecrets() {
    DatXaBuilder builder =
        store(store(DatXA.builder(), "one"), "two").store("lake", "iceberg", Map.of());
    ConfigurationRefused refused = catchThrowableOfType(ConfigurationRefused.class, builder::start);
    assertThat(refused)
        .hasMessageContainingAll(
            "one: cannot connect", "two: cannot connect", "lake: ", "no journal")
        .hasMessageNotContaining("hush-hush");
  }

  @Test
  void m1_twoStoresWithOnePlaceAreRefusedWithBothNames() {
    List<Finding> findings =
        refused(store(store(DatXA.builder(), "one"), "two").journal("store:one"));
    assertThat(findings)
        .filteredOn(it -> it.problem().contains("keeps its markers"))
        .singleElement()
        .satisfies(it -> assertThat(it.toString()).contains("two", "'one'"));
  }

  @Test
  void whenTheJournalsStoreIsUnknown_itIsNamed() {
    assertThat(refused(store(DatXA.builder(), "one").journal("store:other")))
        .anyMatch(it -> it.problem().contains("store:other"));
  }

  @Test
  void whenTheJournalsPlaceIsNoPlace_theFormsAreNamed() {
    assertThat(refused(store(DatXA.builder(), "one").journal("oracle:x")))
        .anyMatch(it -> it.nextStep().contains("store:<name>"));
  }
}
