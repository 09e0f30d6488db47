package org.datxa.bridge.drevo.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.neo4j.driver.Values;

class ParametersTest {
  private static final OffsetDateTime TIME =
      OffsetDateTime.of(2026, 1, 2, 3, 4, 5, 6_000, ZoneOffset.ofHours(2));

  static Stream<Object> unfit() {
    return Stream.of(
        new byte[] {1},
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Float.NEGATIVE_INFINITY,
        ZonedDateTime.of(2026, 1, 2, 3, 4, 5, 0, ZoneId.of("Europe/Berlin")),
        Duration.ofSeconds(1),
        Period.ofDays(1),
        LocalTime.NOON,
        OffsetTime.of(LocalTime.NOON, ZoneOffset.UTC),
        Instant.EPOCH,
        Values.point(1, 2.0, 3.0),
        new Object(),
        UUID.randomUUID(),
        BigInteger.ONE.shiftLeft(63),
        new BigDecimal("0.1"),
        new BigDecimal("1e400"),
        new java.util.concurrent.atomic.AtomicLong(1),
        TIME.plusNanos(1),
        LocalDateTime.of(2026, 1, 2, 3, 4, 5, 1),
        "half \ud800 of a pair",
        Map.of(1, "key"));
  }

  @ParameterizedTest
  @MethodSource("unfit")
  void whatCannotBeStoredIsRefusedByItsName(Object value) {
    assertThatThrownBy(() -> of(Map.of("here", value)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'graph'")
        .hasMessageContaining("'here'");
    assertThatThrownBy(() -> of(Map.of("a", List.of(1, Map.of("b", List.of(value))))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'a[1].b[0]");
  }

  @Test
  void valuesAreWidenedAndNothingElse() {
    Map<String, Object> given =
        Map.ofEntries(
            Map.entry("int", 7),
            Map.entry("short", (short) -7),
            Map.entry("long", Long.MIN_VALUE),
            Map.entry("big", BigInteger.TWO),
            Map.entry("decimal", new BigDecimal("0.5")),
            Map.entry("float", 1.5f),
            Map.entry("text", new StringBuilder("text")),
            Map.entry("list", Arrays.asList(1, null, List.of())),
            Map.entry("array", new int[] {1, 2}),
            Map.entry("map", Map.of("k", true)),
            Map.entry("time", TIME),
            Map.entry("zoned", TIME.toZonedDateTime()),
            Map.entry("date", LocalDate.EPOCH));
    assertThat(of(given))
        .containsEntry("int", 7L)
        .containsEntry("short", -7L)
        .containsEntry("long", Long.MIN_VALUE)
        .containsEntry("big", 2L)
        .containsEntry("decimal", 0.5)
        .containsEntry("float", 1.5)
        .containsEntry("text", "text")
        .containsEntry("list", Arrays.asList(1L, null, List.of()))
        .containsEntry("array", List.of(1L, 2L))
        .containsEntry("map", Map.of("k", true))
        .containsEntry("time", TIME)
        .containsEntry("zoned", TIME)
        .containsEntry("date", LocalDate.EPOCH)
        .hasSize(given.size());
  }

  @Test
  void whatIsNestedWithoutEndIsRefused() {
    List<Object> round = new ArrayList<>();
    round.add(round);
    assertThatThrownBy(() -> of(Map.of("round", round)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nested deeper");
  }

  private static Map<String, Object> of(Map<String, ?> given) {
    return Parameters.of("graph", given);
  }
}
