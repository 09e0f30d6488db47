package org.datxa.lab.drevo.bolt;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.datxa.lab.drevo.pack.Structure;

/** Parameters in words, such as {@code {gid: "a", n: 1}}. */
final class ValueText {

  private ValueText() {}

  static String of(Object value) {
    if (value instanceof String text) {
      return '"' + text + '"';
    }
    if (value instanceof byte[] bytes) {
      return bytes.length + " bytes";
    }
    if (value instanceof List<?> list) {
      return list.stream().map(ValueText::of).collect(Collectors.joining(", ", "[", "]"));
    }
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(entry -> entry.getKey() + ": " + of(entry.getValue()))
          .collect(Collectors.joining(", ", "{", "}"));
    }
    if (value instanceof Structure structure) {
      return Integer.toHexString(structure.tag()) + of(structure.fields());
    }
    return String.valueOf(value);
  }
}
