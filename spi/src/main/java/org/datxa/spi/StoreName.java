package org.datxa.spi;

import java.util.regex.Pattern;

/**
 * The rule for names of stores. A name is part of every gid and of messages, so it is held to a
 * small alphabet: a lower-case letter, then up to 62 lower-case letters, digits, {@code _} or
 * {@code -}.
 */
public final class StoreName {
  private static final Pattern LEGAL = Pattern.compile("[a-z][a-z0-9_-]{0,62}");

  private StoreName() {}

  /**
   * Tells whether a text may be the name of a store.
   *
   * @param name any text, or null
   * @return true if it is a legal name
   */
  public static boolean isLegal(String name) {
    return name != null && LEGAL.matcher(name).matches();
  }

  /**
   * Returns the name if it is legal.
   *
   * @param name any text, or null
   * @return the same name
   * @throws IllegalArgumentException if it is not a legal name
   */
  public static String require(String name) {
    if (!isLegal(name)) {
      throw new IllegalArgumentException(
          "Not a store name: '"
              + name
              + "'. Use a lower-case letter, then at most 62 lower-case letters, digits, '_' or '-'.");
    }
    return name;
  }
}
