package org.datxa.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class StoreConfigTest {
  private final StoreConfig config =
      new StoreConfig(
          "pg", "postgresql", Map.of("password", "hush", "pool.max", " 7 ", "flag", "yes"));

  @Test
  void s6_textShowsKeysAndNoValues() {
    assertThat(config.toString()).contains("pg", "password", "pool.max").doesNotContain("hush");
  }

  @Test
  void missingPropertyIsNamed() {
    assertThatThrownBy(() -> config.required("url")).hasMessageContainingAll("'pg'", "'url'");
  }

  @Test
  void numberHasDefaultAndBounds() {
    assertThat(config.number("pool.max", 1, 1, 10)).isEqualTo(7);
    assertThat(config.number("pool.min", 3, 1, 10)).isEqualTo(3);
    assertThatThrownBy(() -> config.number("pool.max", 1, 1, 6)).hasMessageContaining("1 to 6");
    assertThatThrownBy(() -> config.number("password", 1, 1, 6))
        .hasMessageContaining("'password'")
        .hasMessageNotContaining("hush");
  }

  @Test
  void flagIsTrueOrFalse() {
    assertThat(config.flag("other", true)).isTrue();
    assertThatThrownBy(() -> config.flag("flag", true)).hasMessageContaining("true or false");
  }
}
