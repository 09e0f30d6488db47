package org.datxa.lab;

import java.nio.charset.StandardCharsets;

/** The last bytes of a client as text, so that a match may lie across two packets. */
final class ClientWindow {

  private static final int KEPT = 1024;

  private String text = "";
  private int seen;

  void add(byte[] bytes, int count) {
    seen = text.length();
    text += new String(bytes, 0, count, StandardCharsets.ISO_8859_1);
  }

  String text() {
    return text;
  }

  /** Whether a match that ends there has bytes that were added last. */
  boolean isNew(int matchedEnd) {
    return matchedEnd > seen;
  }

  /** Drops what has been matched, and what is too old to be the beginning of a match. */
  void forget(int matchedEnd) {
    text = text.substring(Math.max(matchedEnd, text.length() - KEPT));
  }
}
