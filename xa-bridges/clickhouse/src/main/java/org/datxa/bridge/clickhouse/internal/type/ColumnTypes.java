package org.datxa.bridge.clickhouse.internal.type;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads the name of a type as the server writes it in {@code system.columns}. */
public final class ColumnTypes {
  private static final Pattern INTEGER = Pattern.compile("(U?)Int(8|16|32|64|128|256)");
  private static final Map<String, Integer> DECIMALS =
      Map.of("Decimal32", 9, "Decimal64", 18, "Decimal128", 38, "Decimal256", 76);

  private final ZoneId serverZone;

  /**
   * A reader.
   *
   * @param serverZone the zone of the server, for columns that name none
   */
  public ColumnTypes(ZoneId serverZone) {
    this.serverZone = serverZone;
  }

  /**
   * Reads a type.
   *
   * @param text the name of the type
   * @return how its values are written
   * @throws ValueRefused if values of the type cannot be carried; the message names it
   */
  public ColumnType read(String text) throws ValueRefused {
    try {
      return read(TypeText.parse(text));
    } catch (IllegalArgumentException | DateTimeException | IndexOutOfBoundsException e) {
      throw new ValueRefused("The type " + text + " is not understood", e);
    }
  }

  private ColumnType read(TypeText type) throws ValueRefused {
    Optional<ColumnType> simple = simple(type);
    return simple.isPresent() ? simple.get() : composed(type);
  }

  private Optional<ColumnType> simple(TypeText type) {
    Matcher integer = INTEGER.matcher(type.name());
    if (integer.matches()) {
      int bits = Integer.parseInt(integer.group(2));
      return Optional.of(new IntegerType(type.name(), bits, integer.group(1).isEmpty()));
    }
    return Optional.ofNullable(
        switch (type.name()) {
          case "Float32", "Float64" -> new FloatType(type.name(), type.name().endsWith("32"));
          case "Decimal", "Decimal32", "Decimal64", "Decimal128", "Decimal256" -> decimal(type);
          case "Bool" -> new BoolType();
          case "String" -> new TextType("String", TextType.UNBOUNDED);
          case "FixedString" -> new TextType(type.text(), type.number(0));
          case "UUID" -> new UuidType();
          case "IPv4", "IPv6" -> new AddressType(type.name(), type.name().endsWith("6"));
          case "Enum8" -> new EnumType(type.text(), 8, labels(type));
          case "Enum16" -> new EnumType(type.text(), 16, labels(type));
          default -> time(type);
        });
  }

  private ColumnType time(TypeText type) {
    return switch (type.name()) {
      case "Date", "Date32" -> new DateType(type.name(), type.name().endsWith("32"));
      case "DateTime" -> new TimeType(type.text(), false, 0, zone(type, 0));
      case "DateTime64" -> new TimeType(type.text(), true, type.number(0), zone(type, 1));
      default -> null;
    };
  }

  private ColumnType composed(TypeText type) throws ValueRefused {
    return switch (type.name()) {
      case "Nullable" -> new NullableType(read(type.argument(0)));
      case "LowCardinality" -> read(type.argument(0));
      case "SimpleAggregateFunction" -> read(type.argument(1));
      case "Array" -> new ArrayType(type.text(), read(type.argument(0)));
      case "Map" -> new MapType(type.text(), read(type.argument(0)), read(type.argument(1)));
      case "Tuple" -> tuple(type);
      case "Nested" -> new ArrayType(type.text(), tuple(type));
      default ->
          throw new ValueRefused(
              "Values of the type " + type.text() + " cannot be written in a transaction");
    };
  }

  private TupleType tuple(TypeText type) throws ValueRefused {
    List<TypeText.Element> elements = type.elements();
    var items = new java.util.ArrayList<ColumnType>();
    for (TypeText.Element element : elements) {
      items.add(read(element.type()));
    }
    List<String> names = elements.stream().map(TypeText.Element::name).collect(Collectors.toList());
    return new TupleType(type.text(), names, items);
  }

  private static ColumnType decimal(TypeText type) {
    Integer fixed = DECIMALS.get(type.name());
    return fixed == null
        ? new DecimalType(type.text(), type.number(0), type.number(1))
        : new DecimalType(type.text(), fixed, type.number(0));
  }

  private ZoneId zone(TypeText type, int argument) {
    return type.arguments().size() > argument ? ZoneId.of(type.unquoted(argument)) : serverZone;
  }

  private static Map<String, Integer> labels(TypeText type) {
    Map<String, Integer> labels = new LinkedHashMap<>();
    for (String argument : type.arguments()) {
      int equals = argument.lastIndexOf('=');
      labels.put(
          TypeText.unquote(argument.substring(0, equals).strip()),
          Integer.parseInt(argument.substring(equals + 1).strip()));
    }
    return labels;
  }
}
