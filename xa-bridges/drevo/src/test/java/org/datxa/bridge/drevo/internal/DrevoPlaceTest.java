package org.datxa.bridge.drevo.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.datxa.spi.StoreConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DrevoPlaceTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "bolt://localhost",
        "bolt://localhost:7687",
        "BOLT://LocalHost:7687/",
        "bolt://127.0.0.1:7687",
        "bolt://[::1]:7687/",
        "bolt+s://[0:0:0:0:0:0:0:1]",
        "bolt://localhost.:7687",
      })
  void m1_onePlaceHasOneText(String url) {
    assertThat(location(url, null)).isEqualTo("drevo://localhost:7687/drevo");
    assertThat(location(url, "drevo")).isEqualTo("drevo://localhost:7687/drevo");
  }

  @Test
  void m1_placesThatDifferHaveTextsThatDiffer() {
    assertThat(location("bolt://localhost", "other")).isEqualTo("drevo://localhost:7687/other");
    assertThat(location("bolt://localhost:7688", null)).isEqualTo("drevo://localhost:7688/drevo");
    assertThat(location("bolt://Graph.Example", null))
        .isEqualTo("drevo://graph.example:7687/drevo");
    assertThat(location("bolt://10.0.0.1", null)).isEqualTo("drevo://10.0.0.1:7687/drevo");
    assertThat(location("bolt://h", "Drevo")).isNotEqualTo(location("bolt://h", "drevo"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "neo4j://localhost",
        "http://localhost",
        "localhost:7687",
        "bolt://",
        "bolt://localhost/db",
        "bolt://localhost?database=x",
        "bolt://user:hush@localhost",
        "bolt://hush hush",
      })
  void otherAddressesAreRefusedWithoutShowingThem(String url) {
    assertThatThrownBy(() -> DrevoPlace.of("graph", url, Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'graph'")
        .hasMessageContaining("'url'")
        .satisfies(e -> assertThat(e.toString() + e.getCause()).doesNotContain("hush"));
  }

  @Test
  void r4_hostileNamesOfDatabasesAreRefused() {
    assertThatThrownBy(() -> location("bolt://h", "a/../b"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void s6_settingsNeverShowSecrets() {
    Map<String, String> properties = new HashMap<>();
    properties.put("url", "bolt://localhost");
    properties.put("user", "me");
    properties.put("password", "hush");
    DrevoSettings settings = DrevoSettings.from(new StoreConfig("graph", "drevo", properties));
    assertThat(settings.toString()).doesNotContain("hush").contains("localhost");
    properties.put("pasword", "hush");
    assertThatThrownBy(() -> DrevoSettings.from(new StoreConfig("graph", "drevo", properties)))
        .hasMessageContaining("pasword")
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("hush"));
  }

  private static String location(String url, String database) {
    return DrevoPlace.of("graph", url, Optional.ofNullable(database)).location();
  }
}
