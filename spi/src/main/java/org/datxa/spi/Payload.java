package org.datxa.spi;

import java.util.Arrays;

/**
 * Staged work as bytes, compared by content. The journal carries it unread; only the store that
 * made it knows its form.
 */
public final class Payload {
  /** No staged work: what two-phase branches carry. */
  public static final Payload NONE = new Payload(new byte[0]);

  private final byte[] bytes;

  private Payload(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * Takes over an array.
   *
   * @param bytes the content; the caller no longer changes it
   * @return the payload
   */
  public static Payload of(byte[] bytes) {
    return bytes.length == 0 ? NONE : new Payload(bytes);
  }

  /**
   * The content.
   *
   * @return a copy of it
   */
  public byte[] bytes() {
    return bytes.clone();
  }

  /**
   * The size of the content.
   *
   * @return its number of bytes
   */
  public int size() {
    return bytes.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Payload that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return "Payload[" + bytes.length + " bytes]";
  }
}
