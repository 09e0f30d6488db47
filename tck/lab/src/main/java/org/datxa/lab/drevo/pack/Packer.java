package org.datxa.lab.drevo.pack;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Writes values. */
public final class Packer {

  private static final int TINY = 16;
  private static final int BYTE = 0x100;
  private static final int SHORT = 0x10000;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /**
   * Encodes one value.
   *
   * @param value null, Boolean, Long, Integer, Double, String, byte[], List, Map or Structure
   * @return its bytes
   */
  public static byte[] bytes(Object value) {
    Packer packer = new Packer();
    packer.value(value);
    return packer.out.toByteArray();
  }

  private void value(Object value) {
    if (value == null) {
      out.write(0xC0);
    } else if (value instanceof Boolean bool) {
      out.write(bool ? 0xC3 : 0xC2);
    } else if (value instanceof Long || value instanceof Integer) {
      integer(((Number) value).longValue());
    } else if (value instanceof Double number) {
      out.write(0xC1);
      out.writeBytes(ByteBuffer.allocate(Double.BYTES).putDouble(number).array());
    } else if (value instanceof String text) {
      text(text);
    } else {
      group(value);
    }
  }

  private void group(Object value) {
    if (value instanceof List<?> list) {
      size(list.size(), 0x90, 0xD4);
      list.forEach(this::value);
    } else if (value instanceof Map<?, ?> map) {
      size(map.size(), 0xA0, 0xD8);
      map.forEach(this::entry);
    } else if (value instanceof Structure structure) {
      out.write(0xB0 + structure.fields().size());
      out.write(structure.tag());
      structure.fields().forEach(this::value);
    } else if (value instanceof byte[] bytes) {
      size(bytes.length, -1, 0xCC);
      out.writeBytes(bytes);
    } else {
      throw new PackException("PackStream has no " + value.getClass().getName());
    }
  }

  private void entry(Object key, Object value) {
    text((String) key);
    value(value);
  }

  private void text(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    size(utf8.length, 0x80, 0xD0);
    out.writeBytes(utf8);
  }

  private void size(int size, int tiny, int marker) {
    if (tiny >= 0 && size < TINY) {
      out.write(tiny + size);
    } else if (size < BYTE) {
      out.write(marker);
      out.write(size);
    } else if (size < SHORT) {
      out.write(marker + 1);
      out.writeBytes(ByteBuffer.allocate(Short.BYTES).putShort((short) size).array());
    } else {
      out.write(marker + 2);
      out.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(size).array());
    }
  }

  private void integer(long value) {
    if (value >= -TINY && value <= Byte.MAX_VALUE) {
      out.write((int) value);
    } else if (value == (byte) value) {
      out.write(0xC8);
      out.write((int) value);
    } else if (value == (short) value) {
      out.write(0xC9);
      out.writeBytes(ByteBuffer.allocate(Short.BYTES).putShort((short) value).array());
    } else if (value == (int) value) {
      out.write(0xCA);
      out.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt((int) value).array());
    } else {
      out.write(0xCB);
      out.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(value).array());
    }
  }
}
