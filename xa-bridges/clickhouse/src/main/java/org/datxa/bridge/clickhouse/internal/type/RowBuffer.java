package org.datxa.bridge.clickhouse.internal.type;

import java.math.BigInteger;
import java.util.Arrays;

/** A growing array of bytes with what RowBinary needs: little-endian numbers and varints. */
public final class RowBuffer {
  private byte[] bytes = new byte[256];
  private int size;

  /**
   * The number of bytes written.
   *
   * @return the size
   */
  public int size() {
    return size;
  }

  /**
   * What was written.
   *
   * @return a copy
   */
  public byte[] toBytes() {
    return Arrays.copyOf(bytes, size);
  }

  /**
   * A part of what was written.
   *
   * @param from the first byte
   * @param to the byte after the last
   * @return a copy
   */
  public byte[] slice(int from, int to) {
    return Arrays.copyOfRange(bytes, from, to);
  }

  /**
   * Appends one byte.
   *
   * @param value its low eight bits are taken
   */
  public void writeByte(int value) {
    ensure(1);
    bytes[size++] = (byte) value;
  }

  /**
   * Appends bytes.
   *
   * @param value the bytes
   */
  public void write(byte[] value) {
    write(value, 0, value.length);
  }

  /**
   * Appends a part of an array.
   *
   * @param value the array
   * @param from the first byte
   * @param length how many
   */
  public void write(byte[] value, int from, int length) {
    ensure(length);
    System.arraycopy(value, from, bytes, size, length);
    size += length;
  }

  /**
   * Appends the low bytes of a number, least first.
   *
   * @param value the number
   * @param width how many bytes, at most 8
   */
  public void writeLittle(long value, int width) {
    ensure(width);
    for (int i = 0; i < width; i++) {
      bytes[size++] = (byte) (value >>> (8 * i));
    }
  }

  /**
   * Appends a number in two's complement, least byte first.
   *
   * @param value a number that fits
   * @param width how many bytes
   */
  public void writeLittle(BigInteger value, int width) {
    byte[] big = value.toByteArray();
    byte fill = (byte) (value.signum() < 0 ? -1 : 0);
    for (int i = 0; i < width; i++) {
      writeByte(i < big.length ? big[big.length - 1 - i] : fill);
    }
  }

  /**
   * Appends a length.
   *
   * @param value not negative
   */
  public void writeVarint(int value) {
    int rest = value;
    while (rest >= 0x80) {
      writeByte(rest | 0x80);
      rest >>>= 7;
    }
    writeByte(rest);
  }

  private void ensure(int more) {
    if (bytes.length - size < more) {
      int wanted = Math.addExact(size, more);
      bytes = Arrays.copyOf(bytes, Math.max(wanted, (int) Math.min(2L * bytes.length, 1 << 30)));
    }
  }
}
