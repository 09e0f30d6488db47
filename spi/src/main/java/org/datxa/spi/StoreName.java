package org.datxa.spi;

/**
 * The rule for names of stores. A name is part of every gid and of messages, so it is held to a
 * small alphabet: a lower-case letter, then up to 62 lower-case letters, digits, {@code _} or
 * {@code -}.
 */
public final class StoreName {
  private static final int LONGEST = 63;

  private StoreName() {}

  /**
   * Tells whether a text may be the name of a store.
   *
   * @param name any text, or null
   * @return true if it is a legal name
   */
  public static boolean isLegal(String name) {
    if (name == null || name.isEmpty() || name.length() > LONGEST || !isLetter(name.charAt(0))) {
      return false;
    }
    for (int i = 1; i < name.length(); i++) {
      if (!mayFollow(name.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isLetter(char it) {
    return it >= 'a' && it <= 'z';
  }

  private static boolean mayFollow(char it) {
    return isLetter(it) || (it >= '0' && it <= '9') || it == '_' || it == '-';
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
