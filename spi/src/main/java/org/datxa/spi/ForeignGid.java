package org.datxa.spi;

import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The identity of a prepared branch that an outside manager decides, without our journal. Which
 * transaction it stands for is the driver's affair; a store only keeps the text. It is never one of
 * {@link Gid}, so no sweep of ours touches it.
 *
 * @param text 1 to 199 letters, digits, {@code _}, {@code -} and {@code :}, not beginning with
 *     {@link Gid#PREFIX}
 */
public record ForeignGid(String text) {
  private static final Pattern LEGAL = Pattern.compile("(?!dat:)[A-Za-z0-9_:-]{1,199}");

  /**
   * Checks the text.
   *
   * @param text 1 to 199 letters, digits, {@code _}, {@code -} and {@code :}, not beginning with
   *     {@link Gid#PREFIX}
   */
  public ForeignGid {
    Objects.requireNonNull(text, "text");
    if (!LEGAL.matcher(text).matches()) {
      throw new IllegalArgumentException("Not the identity of a foreign branch: '" + text + "'.");
    }
  }

  /**
   * Reads an identity that came from outside.
   *
   * @param text what a store listed, or null
   * @return the identity, or empty when the text is not legal
   */
  public static Optional<ForeignGid> parse(String text) {
    return text != null && LEGAL.matcher(text).matches()
        ? Optional.of(new ForeignGid(text))
        : Optional.empty();
  }

  @Override
  public String toString() {
    return text;
  }
}
