package org.datxa.checker.internal;

import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Names that become part of a statement. */
final class Names {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]{0,62}");

  private Names() {}

  /** In double quotes, each part of a name with dots. */
  static String sql(String name) {
    return quoted(name, "\"");
  }

  /** In backticks, each part of a name with dots. */
  static String ticked(String name) {
    return quoted(name, "`");
  }

  private static String quoted(String name, String quote) {
    return Arrays.stream(name.split("\\.", -1))
        .map(part -> quote + plain(part) + quote)
        .collect(Collectors.joining("."));
  }

  static String plain(String part) {
    if (!PLAIN.matcher(part).matches()) {
      throw new IllegalArgumentException("Not a plain name: " + part);
    }
    return part;
  }
}
