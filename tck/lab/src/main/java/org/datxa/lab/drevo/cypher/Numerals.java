package org.datxa.lab.drevo.cypher;

import java.math.BigInteger;
import java.util.Locale;

/** The numbers in a text. */
final class Numerals {

  private Numerals() {}

  static Object integer(String text, boolean negative) {
    try {
      BigInteger number = magnitude(text.toLowerCase(Locale.ROOT));
      return (negative ? number.negate() : number).longValueExact();
    } catch (ArithmeticException | NumberFormatException e) {
      throw Refusal.syntax("not an integer of 64 bits: " + text);
    }
  }

  private static BigInteger magnitude(String text) {
    if (text.startsWith("0x")) {
      return new BigInteger(text.substring(2), 16);
    }
    return text.startsWith("0o") ? new BigInteger(text.substring(2), 8) : new BigInteger(text);
  }

  static Object floating(String text, boolean negative) {
    double number = Double.parseDouble(text);
    return negative ? -number : number;
  }
}
