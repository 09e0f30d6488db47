package org.datxa.bridge.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.ServiceLoader;
import java.util.UUID;
import org.datxa.bridge.clickhouse.internal.http.ClickHouseErrors;
import org.datxa.bridge.clickhouse.internal.http.ServerError;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.PostDecisionStore;
import org.datxa.spi.StoreConfig;
import org.datxa.spi.StoreProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Configuration, start-up checks, bindings and the table of errors. */
class StartupTest {
  private static PostDecisionStore open(Map<String, String> properties) {
    return (PostDecisionStore)
        new ClickHouseStoreProvider().open(new StoreConfig("ch", "clickhouse", properties), null);
  }

  @Test
  void providerIsFound() {
    assertThat(ServiceLoader.load(StoreProvider.class))
        .anyMatch(ClickHouseStoreProvider.class::isInstance);
  }

  @Test
  void addressesOfAllForms_giveOnePlace() {
    for (String url :
        new String[] {
          "jdbc:clickhouse://HOST:8123/d",
          "jdbc:ch://host/d",
          "http://host:8123/d",
          "jdbc:clickhouse:http://host:8123/d"
        }) {
      try (PostDecisionStore store = open(Map.of("url", url))) {
        assertThat(store.appliedLocation()).isEqualTo("clickhouse://host:8123/d");
        assertThat(store.claimMillis()).isEqualTo(10_000);
        assertThat(store.quietMillis()).isEqualTo(12_000);
        assertThat(store.needsClaim()).isTrue();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ftp://h/d", "http://u:secret@h/d", "http://h/d?password=secret", "x y"})
  void otherAddresses_areRefusedWithoutSecrets(String url) {
    assertThatThrownBy(() -> open(Map.of("url", url)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'url'")
        .hasMessageNotContaining("secret");
  }

  @Test
  void j6_databaseIsBoundToOneJournal() {
    try (TestStore db = TestStore.create()) {
      UUID journal = UUID.randomUUID();
      assertThat(db.store().bind(journal)).isEmpty();
      assertThat(db.store().bind(journal)).isEmpty();
      assertThat(db.store().bind(UUID.randomUUID())).hasSize(1);
      assertThat(db.store().bind(journal)).isEmpty();
    }
  }

  @Test
  void markersOfAnotherShape_areAFinding() {
    try (TestStore db = TestStore.create()) {
      db.server().execute("DROP TABLE " + db.database() + ".dat_applied SYNC");
      db.server()
          .execute(
              "CREATE TABLE " + db.database() + ".dat_applied (dat_txn String) ENGINE = Memory");
      assertThat(db.store().check()).hasSize(1);
    }
  }

  @Test
  void missingDatabase_isAFinding() {
    try (PostDecisionStore store = open(Map.of("url", TestStore.lab().url() + "/not_there"))) {
      assertThat(store.check()).isNotEmpty();
    }
  }

  @Test
  void clockAndSpace_areTheServers() throws Exception {
    try (TestStore db = TestStore.create()) {
      assertThat(db.store().clockMillis()).isGreaterThan(1_700_000_000_000L);
      assertThat(db.store().freeBytes()).isPresent();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "60, PERMANENT, true",
    "81, PERMANENT, true",
    "62, PERMANENT, true",
    "469, CONSTRAINT, true",
    "241, TRANSIENT, false",
    "159, TRANSIENT, false",
    "243, STORE_FULL, true",
    "242, TRANSIENT, false",
    "202, TRANSIENT, true",
    "319, TRANSIENT, false",
    "999, TRANSIENT, false",
    "209, TRANSIENT, false",
    "210, TRANSIENT, false",
    "1001, TRANSIENT, false",
    "3, TRANSIENT, false",
    "6, PERMANENT, false"
  })
  void errorCodes_haveTheirKind(int code, ErrorKind kind, boolean nothingWritten) {
    ServerError error = new ServerError(code, "Code: " + code);
    assertThat(ClickHouseErrors.kind(error)).isEqualTo(kind);
    assertThat(ClickHouseErrors.provesNothingWritten(error)).isEqualTo(nothingWritten);
  }

  @Test
  void errorTexts_decideWhereTheCodeDoesNot() {
    ServerError parts = new ServerError(252, "Too many parts (300)");
    ServerError partitions = new ServerError(252, "Too many partitions for single INSERT block");
    ServerError disk = new ServerError(1001, "filesystem error: No space left on device");
    assertThat(ClickHouseErrors.kind(parts)).isEqualTo(ErrorKind.TRANSIENT);
    assertThat(ClickHouseErrors.kind(partitions)).isEqualTo(ErrorKind.PERMANENT);
    assertThat(ClickHouseErrors.kind(disk)).isEqualTo(ErrorKind.STORE_FULL);
    assertThat(ClickHouseErrors.provesNothingWritten(disk)).isFalse();
  }
}
