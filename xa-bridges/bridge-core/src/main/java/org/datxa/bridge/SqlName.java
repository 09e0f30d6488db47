package org.datxa.bridge;

import java.util.regex.Pattern;

/**
 * An identifier in SQL that came from a configuration: held to a small alphabet, and quoted all the
 * same wherever it is used.
 *
 * @param text a letter or {@code _}, then up to 62 letters, digits, {@code _}, {@code -} or {@code
 *     $}; case is kept
 */
public record SqlName(String text) {
  private static final Pattern LEGAL = Pattern.compile("[A-Za-z_][A-Za-z0-9_$-]{0,62}");

  /** Checks the text. */
  public SqlName {
    if (text == null || !LEGAL.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "Not a name for SQL: '"
              + text
              + "'. Use a letter or '_', then at most 62 letters, digits, '_', '-' or '$'.");
    }
  }

  /**
   * The name as it stands in a statement.
   *
   * @return the text in double quotes
   */
  public String quoted() {
    return '"' + text.replace("\"", "\"\"") + '"';
  }

  /**
   * The name of something inside of what this names.
   *
   * @param inner the inner name, for example a table in a schema
   * @return both, quoted, with a point between them
   */
  public String dot(SqlName inner) {
    return quoted() + '.' + inner.quoted();
  }

  /**
   * A text as a literal of standard SQL, for the statements that take no parameters.
   *
   * @param value a text of printable ASCII without backslash
   * @return the text in single quotes
   */
  public static String literal(String value) {
    if (!value.chars().allMatch(c -> c >= ' ' && c < 127 && c != '\\')) {
      throw new IllegalArgumentException("Not a plain text for a literal.");
    }
    return '\'' + value.replace("'", "''") + '\'';
  }

  @Override
  public String toString() {
    return text;
  }
}
