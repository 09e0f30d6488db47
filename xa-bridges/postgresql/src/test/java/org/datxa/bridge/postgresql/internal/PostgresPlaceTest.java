package org.datxa.bridge.postgresql.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.datxa.bridge.SqlName;
import org.datxa.spi.StoreConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresPlaceTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "jdbc:postgresql://DB.example/orders|postgresql://db.example:5432/orders/datxa",
        "jdbc:postgresql://db.example:5432/orders?user=u&password=hidden"
            + "|postgresql://db.example:5432/orders/datxa",
        "jdbc:postgresql://b:1,A/orders|postgresql://a:5432,b:1/orders/datxa",
        "jdbc:postgresql://a,b:1/orders|postgresql://a:5432,b:1/orders/datxa"
      })
  void onePlaceHasOneText(String url, String location) {
    PostgresPlace place = PostgresPlace.of("pg", url, new SqlName("datxa"));
    assertThat(place.location()).isEqualTo(location);
    assertThat(place).hasToString(location);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mysql://h/secret",
        "secret",
        "jdbc:postgresql://h:99999/secret",
        "jdbc:postgresql://h/secret?autosave=always",
        "jdbc:postgresql://h/secret?autosave=conservative"
      })
  void urlsThatDoNotServeAreRefusedWithoutBeingShown(String url) {
    assertThatThrownBy(() -> PostgresPlace.of("pg", url, new SqlName("datxa")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'pg'")
        .hasMessageNotContaining("secret");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\"; DROP TABLE x; --", "a.b", "", "1"})
  void hostileSchemaIsRefused(String schema) {
    StoreConfig config =
        new StoreConfig(
            "pg", "postgresql", Map.of("url", "jdbc:postgresql://h/d", "schema", schema));
    if (schema.isEmpty()) {
      assertThat(PostgresSettings.from(config).place().schema().text()).isEqualTo("datxa");
    } else {
      assertThatThrownBy(() -> PostgresSettings.from(config))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void settingsNeverShowSecrets() {
    StoreConfig config =
        new StoreConfig(
            "pg",
            "postgresql",
            Map.of(
                "url",
                "jdbc:postgresql://h/d?password=hidden1",
                "user",
                "u",
                "password",
                "hidden2"));
    assertThat(PostgresSettings.from(config).toString()).doesNotContain("hidden");
  }
}
