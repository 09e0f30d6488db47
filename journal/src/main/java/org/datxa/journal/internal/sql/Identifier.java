package org.datxa.journal.internal.sql;

import java.util.regex.Pattern;

/**
 * A schema or table name that came from configuration. It is short enough for the longest suffix
 * that this module adds.
 *
 * @param name letters, digits and underscores
 */
public record Identifier(String name) {
  private static final Pattern LEGAL = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,47}");

  /** Refuses everything else. */
  public Identifier {
    if (name == null || !LEGAL.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "Not a schema or table name: '"
              + name
              + "'. Use a letter or '_', then at most 47 letters, digits or '_'.");
    }
  }

  /**
   * The name as it stands in a statement.
   *
   * @return the name in double quotes
   */
  public String quoted() {
    return '"' + name + '"';
  }

  /**
   * A name derived from this one.
   *
   * @param suffix what follows, of at most 15 characters
   * @return the longer name in double quotes
   */
  public String quoted(String suffix) {
    return '"' + name + suffix + '"';
  }

  @Override
  public String toString() {
    return name;
  }
}
