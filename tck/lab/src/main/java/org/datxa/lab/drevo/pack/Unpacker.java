package org.datxa.lab.drevo.pack;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads values. */
public final class Unpacker {

  private static final int DEPTH = 200;
  private static final int LOW = 0x0F;

  private final ByteBuffer in;
  private int depth;

  private Unpacker(byte[] bytes) {
    this.in = ByteBuffer.wrap(bytes);
  }

  /**
   * Decodes one value.
   *
   * @param bytes the bytes of the value and nothing else
   * @return null, Boolean, Long, Double, String, byte[], List, Map or Structure
   * @throws PackException when they are something else
   */
  public static Object value(byte[] bytes) {
    Unpacker unpacker = new Unpacker(bytes);
    try {
      Object value = unpacker.value();
      if (unpacker.in.hasRemaining()) {
        throw new PackException(unpacker.in.remaining() + " bytes after the value");
      }
      return value;
    } catch (BufferUnderflowException e) {
      PackException cut = new PackException("The value is cut off");
      cut.addSuppressed(e);
      throw cut;
    }
  }

  private Object value() {
    int marker = in.get() & 0xFF;
    if (marker < 0x80) {
      return (long) marker;
    }
    return switch (marker & 0xF0) {
      case 0x80 -> text(marker & LOW);
      case 0x90 -> list(marker & LOW);
      case 0xA0 -> map(marker & LOW);
      case 0xB0 -> structure(marker & LOW);
      case 0xC0 -> scalar(marker);
      case 0xD0 -> sized(marker);
      case 0xF0 -> (long) (byte) marker;
      default -> throw unknown(marker);
    };
  }

  private Object scalar(int marker) {
    return switch (marker) {
      case 0xC0 -> null;
      case 0xC1 -> in.getDouble();
      case 0xC2 -> false;
      case 0xC3 -> true;
      case 0xC8 -> (long) in.get();
      case 0xC9 -> (long) in.getShort();
      case 0xCA -> (long) in.getInt();
      case 0xCB -> in.getLong();
      case 0xCC, 0xCD, 0xCE -> bytes(size(marker - 0xCC));
      default -> throw unknown(marker);
    };
  }

  private Object sized(int marker) {
    return switch (marker) {
      case 0xD0, 0xD1, 0xD2 -> text(size(marker - 0xD0));
      case 0xD4, 0xD5, 0xD6 -> list(size(marker - 0xD4));
      case 0xD8, 0xD9, 0xDA -> map(size(marker - 0xD8));
      default -> throw unknown(marker);
    };
  }

  private int size(int width) {
    int size =
        switch (width) {
          case 0 -> in.get() & 0xFF;
          case 1 -> in.getShort() & 0xFFFF;
          default -> in.getInt();
        };
    if (size < 0 || size > in.remaining()) {
      throw new PackException("A size of " + Integer.toUnsignedString(size) + " is too large");
    }
    return size;
  }

  private byte[] bytes(int size) {
    byte[] bytes = new byte[size];
    in.get(bytes);
    return bytes;
  }

  private String text(int size) {
    return new String(bytes(size), StandardCharsets.UTF_8);
  }

  private List<Object> list(int size) {
    deeper();
    List<Object> list = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      list.add(value());
    }
    depth--;
    return list;
  }

  private Map<String, Object> map(int size) {
    deeper();
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < size; i++) {
      if (!(value() instanceof String key)) {
        throw new PackException("A key is not a string");
      }
      map.put(key, value());
    }
    depth--;
    return map;
  }

  private Structure structure(int size) {
    int tag = in.get() & 0xFF;
    return new Structure(tag, list(size));
  }

  private void deeper() {
    if (++depth > DEPTH) {
      throw new PackException("Nested too deeply");
    }
  }

  private static PackException unknown(int marker) {
    return new PackException("Unknown marker " + Integer.toHexString(marker));
  }
}
