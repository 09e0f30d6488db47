package org.datxa.bridge.clickhouse.internal.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads an answer in the format RowBinary whose columns are all of the type String. */
public final class Answer {
  private final byte[] bytes;
  private int at;

  /**
   * An answer.
   *
   * @param bytes the body
   */
  public Answer(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * Reads whole rows as text.
   *
   * @param bytes the body
   * @param width how many columns a row has
   * @return the rows
   */
  public static List<List<String>> rows(byte[] bytes, int width) {
    Answer answer = new Answer(bytes);
    List<List<String>> rows = new ArrayList<>();
    while (answer.hasNext()) {
      List<String> row = new ArrayList<>();
      for (int i = 0; i < width; i++) {
        row.add(answer.text());
      }
      rows.add(row);
    }
    return rows;
  }

  /**
   * Whether anything is left.
   *
   * @return false at the end
   */
  public boolean hasNext() {
    return at < bytes.length;
  }

  /**
   * The next column as text.
   *
   * @return its content
   */
  public String text() {
    return new String(next(), StandardCharsets.UTF_8);
  }

  /**
   * The next column.
   *
   * @return its content
   */
  public byte[] next() {
    int length = 0;
    int shift = 0;
    int part;
    do {
      part = bytes[at++];
      length |= (part & 0x7f) << shift;
      shift += 7;
    } while ((part & 0x80) != 0);
    byte[] value = Arrays.copyOfRange(bytes, at, at + length);
    at += length;
    return value;
  }
}
