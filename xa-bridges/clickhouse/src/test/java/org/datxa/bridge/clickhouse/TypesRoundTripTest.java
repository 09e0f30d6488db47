package org.datxa.bridge.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.UUID;
import java.util.stream.Stream;
import org.datxa.spi.PostDecisionBranch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every value arrives as it was given: bound, staged as bytes, applied, and read by the server. */
class TypesRoundTripTest {
  private static final TestStore STORE = TestStore.create();
  private static int tables;

  @BeforeAll
  static void zone() {
    TimeZone.setDefault(TimeZone.getTimeZone("America/New_York"));
  }

  @AfterAll
  static void close() {
    TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
    STORE.close();
  }

  private static Arguments of(String type, Object value, String shown) {
    return Arguments.of(type, value, shown);
  }

  private static BigInteger power(int bits) {
    return BigInteger.ONE.shiftLeft(bits);
  }

  static Stream<Arguments> numbers() {
    BigInteger one = BigInteger.ONE;
    return Stream.of(
        of("Int8", -128, "-128"),
        of("UInt8", 255, "255"),
        of("Int16", (short) -32768, "-32768"),
        of("UInt16", 65535, "65535"),
        of("Int32", Integer.MIN_VALUE, "-2147483648"),
        of("UInt32", 4294967295L, "4294967295"),
        of("Int64", Long.MIN_VALUE, "-9223372036854775808"),
        of("UInt64", power(64).subtract(one), power(64).subtract(one).toString()),
        of("Int128", power(127).negate(), power(127).negate().toString()),
        of("UInt128", power(128).subtract(one), power(128).subtract(one).toString()),
        of("Int256", power(255).negate(), power(255).negate().toString()),
        of("UInt256", power(256).subtract(one), power(256).subtract(one).toString()),
        of("Float32", 1.5f, "1.5"),
        of("Float64", -0.0d, "-0"),
        of("Float64", Double.NaN, "nan"),
        of("Float64", Double.NEGATIVE_INFINITY, "-inf"),
        of("Float64", Double.MIN_VALUE, "5e-324"),
        of("Decimal(9, 2)", new BigDecimal("-1234567.89"), "-1234567.89"),
        of("Decimal(18, 6)", new BigDecimal("999999999999.999999"), "999999999999.999999"),
        of("Decimal(38, 10)", new BigDecimal("1e-10"), "0.0000000001"),
        of("Decimal(76, 0)", BigInteger.TEN.pow(75), BigInteger.TEN.pow(75).toString()),
        of("Bool", true, "true"),
        of("Enum8('a' = 1, 'b\\'c' = -2)", "b'c", "b\\'c"),
        of("Enum16('x' = 1000)", 1000, "x"));
  }

  static Stream<Arguments> texts() {
    byte[] binary = {0, 10, 10, (byte) 0xff, (byte) 0xc3, '\'', '\\'};
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("k", List.of(1, 2));
    map.put("", List.of());
    return Stream.of(
        of("String", "a\n\n'\\\t\u00e4\ud83d\ude00", "a\\n\\n\\'\\\\\\t\u00e4\ud83d\ude00"),
        of("FixedString(4)", "ab", "ab\\0\\0"),
        of("LowCardinality(String)", "low", "low"),
        of("LowCardinality(Nullable(String))", null, "\\N"),
        of("Nullable(Int32)", null, "\\N"),
        of("Nullable(Int32)", 7, "7"),
        of(
            "UUID",
            UUID.fromString("01234567-89ab-cdef-0123-456789abcdef"),
            "01234567-89ab-cdef-0123-456789abcdef"),
        of("IPv4", "192.168.0.255", "192.168.0.255"),
        of("IPv6", "2001:db8::1", "2001:db8::1"),
        of("Array(Int32)", new int[] {1, -2}, "[1,-2]"),
        of(
            "Array(Array(Nullable(String)))",
            List.of(Arrays.asList("a", null), List.of()),
            "[['a',NULL],[]]"),
        of("Map(String, Array(UInt8))", map, "{'k':[1,2],'':[]}"),
        of("Tuple(Int8, String)", List.of(1, "x"), "(1,'x')"),
        of("Tuple(a Int8, b String)", Map.of("b", "x", "a", 1), "(1,'x')"),
        of(
            "Array(Tuple(UUID, Date))",
            List.of(List.of(new UUID(0, 1), LocalDate.EPOCH)),
            "[('00000000-0000-0000-0000-000000000001','1970-01-01')]"),
        of("String", binary, "\\0\\n\\n\u00ff"));
  }

  static Stream<Arguments> times() {
    Instant instant = Instant.parse("2024-07-01T12:00:00.123456789Z");
    return Stream.of(
        of("Date", LocalDate.of(2149, 6, 6), "2149-06-06"),
        of("Date", java.sql.Date.valueOf("2024-02-29"), "2024-02-29"),
        of("Date32", LocalDate.of(1900, 1, 1), "1900-01-01"),
        of("Date32", LocalDate.of(2299, 12, 31), "2299-12-31"),
        of("DateTime('UTC')", instant, "2024-07-01 12:00:00"),
        of("DateTime", Timestamp.from(instant), "2024-07-01 12:00:00"),
        of("DateTime('Europe/Berlin')", Timestamp.from(instant), "2024-07-01 14:00:00"),
        of("DateTime('Europe/Berlin')", LocalDateTime.of(2024, 7, 1, 14, 0), "2024-07-01 14:00:00"),
        of("DateTime64(9, 'UTC')", instant, "2024-07-01 12:00:00.123456789"),
        of(
            "DateTime64(3, 'UTC')",
            OffsetDateTime.parse("2024-07-01T14:00:00.5+02:00"),
            "2024-07-01 12:00:00.500"),
        of(
            "DateTime64(6, 'UTC')",
            instant.atZone(ZoneId.of("Asia/Tokyo")),
            "2024-07-01 12:00:00.123456"),
        of("DateTime64(3, 'UTC')", "1900-01-01 00:00:00.001", "1900-01-01 00:00:00.001"),
        of("DateTime64(3, 'UTC')", "2299-12-31T23:59:59.999", "2299-12-31 23:59:59.999"));
  }

  @ParameterizedTest
  @MethodSource({"numbers", "texts", "times"})
  void value_arrivesUnchanged(String type, Object value, String shown) throws Exception {
    String table = "t" + tables++;
    STORE.create(table, "a " + type, "ENGINE = MergeTree ORDER BY tuple()");
    PostDecisionBranch branch = STORE.begin();
    try (Connection connection = STORE.dataSource().getConnection();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO " + table + " (a) VALUES (?)")) {
      insert.setObject(1, value);
      insert.addBatch();
      assertThat(insert.executeBatch()).containsExactly(1);
    }
    STORE.finish(branch);
    if (value instanceof byte[] bytes) {
      String hex = STORE.query("SELECT hex(a) FROM $db." + table).get(0);
      assertThat(hex).isEqualToIgnoringCase(java.util.HexFormat.of().formatHex(bytes));
    } else {
      assertThat(STORE.query("SELECT a FROM $db." + table)).containsExactly(shown);
    }
  }

  @Test
  void invalidUtf8FromLiteral_arrivesAsBytes() throws Exception {
    STORE.create("raw", "a String", "ENGINE = MergeTree ORDER BY tuple()");
    STORE.finish(STORE.buffer("INSERT INTO raw VALUES ('\\xff\\0\\n\\n')"));
    assertThat(STORE.query("SELECT hex(a) FROM $db.raw")).containsExactly("FF000A0A");
    assertThat("\u00e4".getBytes(StandardCharsets.UTF_8)).hasSize(2);
  }
}
