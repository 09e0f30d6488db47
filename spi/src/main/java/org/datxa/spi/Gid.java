package org.datxa.spi;

import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The identity of one branch in its store, as text {@code dat:<dat_txn>:<store>}. Only this form is
 * ever swept; every other text that a store lists belongs to somebody else (rule R2 of SPEC.md).
 *
 * @param datTxn the meta-transaction
 * @param store the name of the store
 */
public record Gid(UUID datTxn, String store) {
  /** What every gid of ours begins with. */
  public static final String PREFIX = "dat:";

  private static final Pattern FORM =
      Pattern.compile(
          "dat:([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}):([a-z][a-z0-9_-]{0,62})");

  /**
   * Checks both parts.
   *
   * @param datTxn the meta-transaction
   * @param store the name of the store
   */
  public Gid {
    Objects.requireNonNull(datTxn, "datTxn");
    StoreName.require(store);
  }

  /**
   * Reads a gid that came from outside.
   *
   * @param text what a store listed, or null
   * @return the gid, or empty when the text is not exactly one of ours
   */
  public static Optional<Gid> parse(String text) {
    if (text == null) {
      return Optional.empty();
    }
    Matcher matcher = FORM.matcher(text);
    return matcher.matches()
        ? Optional.of(new Gid(UUID.fromString(matcher.group(1)), matcher.group(2)))
        : Optional.empty();
  }

  /**
   * The gid as the store is given it.
   *
   * @return {@code dat:<dat_txn>:<store>}, at most 104 characters of a small ASCII alphabet
   */
  public String text() {
    return PREFIX + datTxn + ":" + store;
  }

  @Override
  public String toString() {
    return text();
  }
}
