package org.datxa.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.Map;
import org.datxa.DatXA;
import org.datxa.DatXaBuilder;
import org.datxa.UnitOfWork;
import org.datxa.lab.LabDrevo;
import org.datxa.spi.error.ConfigurationRefused;
import org.datxa.stores.TestDeployment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A journal in drevo, from the configuration on. */
class DrevoJournalStartTest {
  @Test
  void twoStoresCommitThroughAJournalInDrevo() throws SQLException {
    try (LabDrevo drevo = LabDrevo.start()) {
      String database = drevo.newDatabase("journal");
      TestDeployment lab =
          new TestDeployment()
              .postgres("one")
              .postgres("two")
              .set("journal", drevo.boltUri() + "?database=" + database)
              .set("journal.answer_timeout_ms", "20000");
      try (DatXA datxa = lab.start();
          UnitOfWork unit = datxa.begin()) {
        TestDeployment.insert(datxa, "one", 1);
        TestDeployment.insert(datxa, "two", 1);
        unit.commit();
        assertThat(lab.items("one") + lab.items("two")).isEqualTo(2);
      }
      assertThat(
              drevo.query(
                  database,
                  "MATCH (n:DatJournal) WHERE n.state IN ['COMMITTED', 'DONE']"
                      + " RETURN count(*) AS found",
                  Map.of()))
          .containsExactly(Map.of("found", 1L));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "bolt://127.0.0.1:7687?database=social, bolt://localhost, social",
    "bolt://Graphs:7687, BOLT://graphs.:7687/, drevo"
  })
  void j6_graphOfAStoreIsRefusedBeforeAnythingIsReached(
      String journal, String store, String database) {
    DatXaBuilder builder =
        DatXA.builder()
            .journal(journal)
            .store("friends", "drevo", Map.of("url", store, "database", database));
    assertThatThrownBy(builder::start)
        .isInstanceOf(ConfigurationRefused.class)
        .hasMessageContaining("its graph is that of the store 'friends'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"schema", "table", "group_commit"})
  void whatMeansNothingToDrevoIsRefused(String key) {
    DatXaBuilder builder =
        DatXA.builder()
            .journal("bolt://127.0.0.1:1?database=j")
            .set("journal." + key, "true")
            .store("there", "postgresql", Map.of("url", "jdbc:postgresql://127.0.0.1:1/none"));
    assertThatThrownBy(builder::start)
        .isInstanceOf(ConfigurationRefused.class)
        .hasMessageContaining("journal." + key);
  }

  @Test
  void waitForConflictsMeansNothingToPostgresql() {
    DatXaBuilder builder =
        DatXA.builder()
            .journal("jdbc:postgresql://127.0.0.1:1/none")
            .set("journal.conflict_timeout_ms", "5")
            .store("there", "postgresql", Map.of("url", "jdbc:postgresql://127.0.0.1:1/none"));
    assertThatThrownBy(builder::start)
        .isInstanceOf(ConfigurationRefused.class)
        .hasMessageContaining("journal.conflict_timeout_ms");
  }

  @Test
  void credentialsInTheAddressAreRefusedAndNotShown() {
    DatXaBuilder builder =
        DatXA.builder()
            .journal("bolt://me:swordfish@127.0.0.1?database=j")
            .store("there", "postgresql", Map.of("url", "jdbc:postgresql://127.0.0.1:1/none"));
    assertThatThrownBy(builder::start)
        .isInstanceOf(ConfigurationRefused.class)
        .hasMessageContaining("credentials in it")
        .hasMessageNotContaining("swordfish");
  }
}
