package org.datxa.bridge.clickhouse.internal.type;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** String and FixedString: any bytes. A text becomes UTF-8. */
record TextType(String name, int fixed) implements ColumnType {
  static final int UNBOUNDED = -1;

  @Override
  public void write(Object value, RowBuffer out) throws ValueRefused {
    byte[] bytes = bytes(value, name);
    if (fixed == UNBOUNDED) {
      out.writeVarint(bytes.length);
      out.write(bytes);
      return;
    }
    if (bytes.length > fixed) {
      throw new ValueRefused(bytes.length + " bytes do not fit " + name);
    }
    out.write(bytes);
    out.write(new byte[fixed - bytes.length]);
  }

  static byte[] bytes(Object value, String type) throws ValueRefused {
    if (value instanceof byte[] bytes) {
      return bytes;
    }
    if (value instanceof CharSequence
        || value instanceof Character
        || value instanceof UUID
        || value instanceof BigInteger
        || value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte) {
      return utf8(value.toString());
    }
    throw ValueRefused.of(value, type);
  }

  private static byte[] utf8(String text) throws ValueRefused {
    try {
      ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      byte[] bytes = new byte[encoded.remaining()];
      encoded.get(bytes);
      return bytes;
    } catch (CharacterCodingException e) {
      throw new ValueRefused("The text has half of a surrogate pair; use byte[] for bytes", e);
    }
  }
}
