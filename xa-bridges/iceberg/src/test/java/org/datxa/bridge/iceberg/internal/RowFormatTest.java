package org.datxa.bridge.iceberg.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SchemaParser;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;
import org.datxa.spi.Payload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RowFormatTest {
  private static final Types.StructType INNER =
      Types.StructType.of(
          NestedField.required(21, "a", Types.IntegerType.get()),
          NestedField.optional(22, "b", Types.StringType.get()));

  static Stream<Arguments> values() {
    return Stream.of(
        Arguments.of(Types.BooleanType.get(), true),
        Arguments.of(Types.IntegerType.get(), Integer.MIN_VALUE),
        Arguments.of(Types.LongType.get(), Long.MAX_VALUE),
        Arguments.of(Types.FloatType.get(), -0.0f),
        Arguments.of(Types.DoubleType.get(), Double.NaN),
        Arguments.of(Types.DateType.get(), LocalDate.of(1969, 12, 31)),
        Arguments.of(Types.TimeType.get(), LocalTime.of(23, 59, 59, 999_999_000)),
        Arguments.of(Types.TimestampType.withoutZone(), LocalDateTime.of(1960, 1, 2, 3, 4, 5)),
        Arguments.of(
            Types.TimestampType.withZone(),
            OffsetDateTime.of(2026, 1, 2, 3, 4, 5, 6_000, ZoneOffset.UTC)),
        Arguments.of(
            Types.TimestampNanoType.withZone(),
            OffsetDateTime.of(2026, 1, 2, 3, 4, 5, 7, ZoneOffset.UTC)),
        Arguments.of(Types.StringType.get(), "ü\n\n\u0000€"),
        Arguments.of(Types.UUIDType.get(), UUID.fromString("0198c0de-0000-7000-8000-000000000001")),
        Arguments.of(Types.FixedType.ofLength(3), new byte[] {1, 0, -1}),
        Arguments.of(Types.BinaryType.get(), ByteBuffer.wrap(new byte[] {10, 10, 0})),
        Arguments.of(Types.DecimalType.of(38, 10), new BigDecimal("-12345678901234567.0000000001")),
        Arguments.of(Types.DecimalType.of(5, 2), new BigDecimal("-0.01")),
        Arguments.of(
            Types.ListType.ofOptional(11, Types.LongType.get()), Arrays.asList(1L, null, 3L)),
        Arguments.of(
            Types.MapType.ofOptional(11, 12, Types.IntegerType.get(), Types.StringType.get()),
            Map.of(1, "x")),
        Arguments.of(INNER, inner()),
        Arguments.of(Types.ListType.ofRequired(11, INNER), List.of(inner(), inner())));
  }

  private static GenericRecord inner() {
    GenericRecord inner = GenericRecord.create(INNER);
    inner.setField("a", 4);
    return inner;
  }

  private static GenericRecord roundTrip(Schema schema, Object value) {
    GenericRecord row = GenericRecord.create(schema);
    row.setField("v", value);
    RowFormat format = new RowFormat(schema);
    byte[] bytes = format.encode(new RowCheck(schema).fit(row));
    Schema again = SchemaParser.fromJson(SchemaParser.toJson(schema));
    return new RowFormat(again).decode(new ByteArrayInputStream(bytes), 1).next();
  }

  @ParameterizedTest
  @MethodSource("values")
  void everyType_comesBackAsItWas(Type type, Object value) {
    Schema schema = new Schema(NestedField.optional(1, "v", type));

    assertThat(roundTrip(schema, value).getField("v")).isEqualTo(value);
    assertThat(roundTrip(schema, null).getField("v")).isNull();
  }

  static Stream<Arguments> misfits() {
    return Stream.of(
        Arguments.of(Types.IntegerType.get(), 1L),
        Arguments.of(Types.LongType.get(), 1),
        Arguments.of(Types.StringType.get(), 1),
        Arguments.of(Types.FixedType.ofLength(3), new byte[2]),
        Arguments.of(Types.DecimalType.of(5, 2), new BigDecimal("1.5")),
        Arguments.of(Types.DecimalType.of(5, 2), new BigDecimal("12345.67")),
        Arguments.of(Types.TimestampType.withZone(), LocalDateTime.of(2026, 1, 1, 0, 0)),
        Arguments.of(Types.BinaryType.get(), new byte[1]),
        Arguments.of(Types.ListType.ofRequired(11, Types.LongType.get()), Arrays.asList(1L, null)),
        Arguments.of(INNER, GenericRecord.create(INNER)));
  }

  @ParameterizedTest
  @MethodSource("misfits")
  void valueThatDoesNotFit_isRefusedByColumn(Type type, Object value) {
    Schema schema = new Schema(NestedField.optional(1, "v", type));

    assertThatThrownBy(() -> roundTrip(schema, value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'v");
  }

  @Test
  void unknownColumn_isRefused() {
    Schema table = new Schema(NestedField.optional(1, "v", Types.LongType.get()));
    Schema other = new Schema(NestedField.optional(1, "w", Types.LongType.get()));

    assertThatThrownBy(() -> new RowCheck(table).fit(GenericRecord.create(other)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'w'");
  }

  private static StagedBranch branch() {
    StagedRows rows = new StagedRows("{}", 0, 1, Payload.of(new byte[] {1, 2, 3}));
    StagedTable table =
        new StagedTable(
            TableIdentifier.of("a.b", "c"),
            "u",
            1,
            5L,
            List.of(rows, StagedOperation.fastAppend(List.of()), rows));
    return new StagedBranch(UUID.randomUUID(), "datxa", List.of(table));
  }

  @Test
  void payload_comesBackAsItWas() {
    StagedBranch branch = branch();

    assertThat(PayloadFormat.decode(PayloadFormat.encode(branch))).isEqualTo(branch);
  }

  @Test
  void payloadWithAnyByteChangedOrCutOff_isDamaged() {
    byte[] good = PayloadFormat.encode(branch()).bytes();
    for (int i = 0; i < good.length; i++) {
      byte[] bad = good.clone();
      bad[i] ^= 0x10;
      byte[] cut = Arrays.copyOf(good, i);
      assertThatThrownBy(() -> PayloadFormat.decode(Payload.of(bad)))
          .isInstanceOf(DamagedPayload.class);
      assertThatThrownBy(() -> PayloadFormat.decode(Payload.of(cut)))
          .isInstanceOf(DamagedPayload.class);
    }
  }
}
