package org.datxa.spi;

import java.util.Objects;

/**
 * What a post-decision branch wants done after the decision, in a form that any process can apply.
 *
 * @param payload the staged work, self-contained: format version, checksum, targets, rows or files
 * @param chunks into how many steps it is cut; each is applied whole or not at all
 * @param clockMillis the store's own clock when it was staged, in milliseconds since 1970; zero for
 *     a store that needs no claim
 */
public record Staged(Payload payload, int chunks, long clockMillis) {
  /**
   * Checks that there is something to apply.
   *
   * @param payload the staged work, self-contained: format version, checksum, targets, rows or
   *     files
   * @param chunks into how many steps it is cut; each is applied whole or not at all
   * @param clockMillis the store's own clock when it was staged, in milliseconds since 1970; zero
   *     for a store that needs no claim
   */
  public Staged {
    Objects.requireNonNull(payload, "payload");
    if (chunks < 1) {
      throw new IllegalArgumentException("Staged work has at least one chunk, not " + chunks);
    }
  }
}
