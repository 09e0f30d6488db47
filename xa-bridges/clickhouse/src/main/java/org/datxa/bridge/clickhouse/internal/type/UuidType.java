package org.datxa.bridge.clickhouse.internal.type;

import java.util.UUID;
import java.util.regex.Pattern;

/** UUID, from a UUID or its text. */
record UuidType() implements ColumnType {
  private static final Pattern FORM =
      Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

  @Override
  public void write(Object value, RowBuffer out) throws ValueRefused {
    UUID uuid = uuid(value);
    out.writeLittle(uuid.getMostSignificantBits(), 8);
    out.writeLittle(uuid.getLeastSignificantBits(), 8);
  }

  private static UUID uuid(Object value) throws ValueRefused {
    if (value instanceof UUID uuid) {
      return uuid;
    }
    if (value instanceof CharSequence text && FORM.matcher(text).matches()) {
      return UUID.fromString(text.toString());
    }
    throw ValueRefused.of(value, "UUID");
  }
}
