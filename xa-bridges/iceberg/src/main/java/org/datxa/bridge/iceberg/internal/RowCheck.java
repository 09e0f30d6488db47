package org.datxa.bridge.iceberg.internal;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.IdentityPartitionConverters;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Checks handed-over rows against a schema and brings them into its shape. */
final class RowCheck {
  private final Types.StructType type;

  RowCheck(Schema schema) {
    this.type = schema.asStruct();
  }

  /** The row in the shape of the schema; refuses what does not fit, naming the column. */
  GenericRecord fit(Record row) {
    return struct(type, row, "");
  }

  private static GenericRecord struct(Types.StructType type, Record row, String path) {
    refuseUnknown(type, row, path);
    GenericRecord fitted = GenericRecord.create(type);
    List<Types.NestedField> fields = type.fields();
    for (int i = 0; i < fields.size(); i++) {
      fitted.set(i, field(fields.get(i), row, path));
    }
    return fitted;
  }

  private static void refuseUnknown(Types.StructType type, Record row, String path) {
    Set<String> known = new HashSet<>();
    type.fields().forEach(field -> known.add(field.name()));
    for (Types.NestedField field : row.struct().fields()) {
      if (!known.contains(field.name())) {
        throw new IllegalArgumentException("the table has no column '" + path + field.name() + "'");
      }
    }
  }

  private static Object field(Types.NestedField field, Record row, String path) {
    String name = path + field.name();
    boolean given = row.struct().field(field.name()) != null;
    if (!given && field.writeDefault() != null) {
      return IdentityPartitionConverters.convertConstant(field.type(), field.writeDefault());
    }
    Object value = given ? row.getField(field.name()) : null;
    if (value == null && field.isRequired() && !DatColumns.isOne(field.name(), path)) {
      throw new IllegalArgumentException("the required column '" + name + "' is missing or null");
    }
    return value == null ? null : value(field.type(), value, name);
  }

  private static Object value(Type type, Object value, String name) {
    if (type.isStructType()) {
      return struct(type.asStructType(), must(Record.class, type, value, name), name + ".");
    }
    if (type.isListType()) {
      return list(type.asListType(), must(List.class, type, value, name), name);
    }
    if (type.isMapType()) {
      return map(type.asMapType(), must(Map.class, type, value, name), name);
    }
    return primitive(type, value, name);
  }

  private static List<Object> list(Types.ListType type, List<?> values, String name) {
    List<Object> fitted = new ArrayList<>(values.size());
    for (Object value : values) {
      fitted.add(element(type.elementType(), value, type.isElementRequired(), name + ".element"));
    }
    return fitted;
  }

  private static Map<Object, Object> map(Types.MapType type, Map<?, ?> values, String name) {
    Map<Object, Object> fitted = new LinkedHashMap<>();
    values.forEach(
        (key, value) ->
            fitted.put(
                element(type.keyType(), key, true, name + ".key"),
                element(type.valueType(), value, type.isValueRequired(), name + ".value")));
    return fitted;
  }

  private static Object element(Type type, Object value, boolean required, String name) {
    if (value == null && required) {
      throw new IllegalArgumentException("'" + name + "' must not be null");
    }
    return value == null ? null : value(type, value, name);
  }

  private static Object primitive(Type type, Object value, String name) {
    return switch (type.typeId()) {
      case STRING -> must(CharSequence.class, type, value, name).toString();
      case FIXED -> fixed((Types.FixedType) type, must(byte[].class, type, value, name), name);
      case DECIMAL ->
          decimal((Types.DecimalType) type, must(BigDecimal.class, type, value, name), name);
      case TIMESTAMP -> zoned(((Types.TimestampType) type).shouldAdjustToUTC(), type, value, name);
      case TIMESTAMP_NANO ->
          zoned(((Types.TimestampNanoType) type).shouldAdjustToUTC(), type, value, name);
      default -> must(plainClass(type, name), type, value, name);
    };
  }

  private static Class<?> plainClass(Type type, String name) {
    return switch (type.typeId()) {
      case BOOLEAN -> Boolean.class;
      case INTEGER -> Integer.class;
      case LONG -> Long.class;
      case FLOAT -> Float.class;
      case DOUBLE -> Double.class;
      case DATE -> LocalDate.class;
      case TIME -> LocalTime.class;
      case UUID -> UUID.class;
      case BINARY -> ByteBuffer.class;
      default ->
          throw new IllegalArgumentException(
              "column '" + name + "' has the type " + type + ", which cannot be appended here");
    };
  }

  private static byte[] fixed(Types.FixedType type, byte[] value, String name) {
    if (value.length != type.length()) {
      throw new IllegalArgumentException(
          "column '" + name + "' takes " + type.length() + " bytes, not " + value.length);
    }
    return value;
  }

  private static BigDecimal decimal(Types.DecimalType type, BigDecimal value, String name) {
    if (value.scale() != type.scale() || value.precision() > type.precision()) {
      throw new IllegalArgumentException(
          "column '" + name + "' is " + type + "; " + value + " does not fit it exactly");
    }
    return value;
  }

  private static Object zoned(boolean utc, Type type, Object value, String name) {
    return utc
        ? must(OffsetDateTime.class, type, value, name)
        : must(LocalDateTime.class, type, value, name);
  }

  private static <T> T must(Class<T> wanted, Type type, Object value, String name) {
    if (!wanted.isInstance(value)) {
      throw new IllegalArgumentException(
          "column '"
              + name
              + "' is "
              + type
              + " and takes a "
              + wanted.getSimpleName()
              + ", not a "
              + value.getClass().getSimpleName());
    }
    return wanted.cast(value);
  }
}
