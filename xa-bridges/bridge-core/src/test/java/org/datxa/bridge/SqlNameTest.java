package org.datxa.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlNameTest {
  @ParameterizedTest
  @NullAndEmptySource
  @ValueSource(
      strings = {"a\"b", "a.b", "a b", "1a", "a;DROP", "a'", "a\n", "ä", "a\\b", "-a", "a\u0000"})
  void hostileNamesAreRefused(String text) {
    assertThatThrownBy(() -> new SqlName(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void tooLongNameIsRefused() {
    assertThat(new SqlName("a".repeat(63)).text()).hasSize(63);
    assertThatThrownBy(() -> new SqlName("a".repeat(64)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void namesAndLiteralsAreQuoted() {
    assertThat(new SqlName("Select").dot(new SqlName("from-a$1")))
        .isEqualTo("\"Select\".\"from-a$1\"");
    assertThat(SqlName.literal("it's")).isEqualTo("'it''s'");
    assertThatThrownBy(() -> SqlName.literal("a\\")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> SqlName.literal("ä")).isInstanceOf(IllegalArgumentException.class);
  }
}
