package org.datxa.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdentityTest {
  private static final UUID TXN = UUID.fromString("01936f2a-7c00-7000-8000-00000000abcd");

  @Test
  void r1_gidIsPrefixTransactionAndStore() {
    Gid gid = new Gid(TXN, "pg-1");
    assertThat(gid.text()).isEqualTo("dat:01936f2a-7c00-7000-8000-00000000abcd:pg-1");
    assertThat(Gid.parse(gid.text())).contains(gid);
  }

  @Test
  void r1_longestGidFitsIntoPostgresql() {
    Gid gid = new Gid(TXN, "s" + "x".repeat(62));
    assertThat(gid.text()).hasSizeLessThan(200);
    assertThat(Gid.parse(gid.text())).contains(gid);
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {
        "",
        "dat:",
        "DAT:01936f2a-7c00-7000-8000-00000000abcd:pg",
        "dat:01936F2A-7C00-7000-8000-00000000ABCD:pg",
        "dat:01936f2a7c007000800000000000abcd:pg",
        "dat:1-1-1-1-1:pg",
        "dat:01936f2a-7c00-7000-8000-00000000abcd",
        "dat:01936f2a-7c00-7000-8000-00000000abcd:",
        "dat:01936f2a-7c00-7000-8000-00000000abcd:Pg",
        "dat:01936f2a-7c00-7000-8000-00000000abcd:pg:x",
        "dat:01936f2a-7c00-7000-8000-00000000abcd:pg\n",
        " dat:01936f2a-7c00-7000-8000-00000000abcd:pg",
        "131077_AAAAAAAAAAAAAP//fwAAAQ=="
      })
  void r2_otherTextsAreNoGids(String text) {
    assertThat(Gid.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {
        "", "1a", "_a", "-a", "A", "a b", "a:b", "a'b", "a/b", "a.b", "ä", "a\n", "a\u0000"
      })
  void r4_hostileNamesOfStoresAreRefused(String name) {
    assertThat(StoreName.isLegal(name)).isFalse();
    assertThatThrownBy(() -> new StoreConfig(name, "postgresql", Map.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Gid(TXN, name)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void r4_nameHasAtMostSixtyThreeCharacters() {
    assertThat(StoreName.isLegal("a".repeat(63))).isTrue();
    assertThat(StoreName.isLegal("a".repeat(64))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE})
  void m2_timeOfAStampIsAboveZero(long time) {
    assertThatThrownBy(() -> new Stamp(TXN, time)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void m2_timeOfAStampHasMillisecondsAndACounter() {
    assertThat(new Stamp(TXN, (1_700_000_000_000L << 16) + 5).millis())
        .isEqualTo(1_700_000_000_000L);
  }
}
