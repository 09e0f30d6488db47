package org.datxa.lab.drevo.graph;

import java.util.Collection;
import java.util.stream.Collectors;

/** Strings as drevo's messages show them. */
final class RustText {

  private RustText() {}

  static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.codePoints().forEach(point -> quoted.append(escaped(point)));
    return quoted.append('"').toString();
  }

  static String quoted(Collection<String> texts) {
    return texts.stream().map(RustText::quoted).collect(Collectors.joining(", ", "[", "]"));
  }

  private static String escaped(int point) {
    return switch (point) {
      case '"' -> "\\\"";
      case '\\' -> "\\\\";
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case '\t' -> "\\t";
      case 0 -> "\\0";
      default ->
          Character.isISOControl(point)
              ? "\\u{" + Integer.toHexString(point) + "}"
              : Character.toString(point);
    };
  }
}
