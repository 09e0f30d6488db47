package org.datxa.spi;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The configuration of one store: a name, a kind and properties. {@link #toString} never shows
 * values, since any of them may be a secret.
 *
 * @param name the name of the store, legal by {@link StoreName}
 * @param kind the kind, by which the provider is found
 * @param properties the properties as configured, without the store's name in the keys
 */
public record StoreConfig(String name, String kind, Map<String, String> properties) {
  /**
   * Checks the name and copies the properties.
   *
   * @param name the name of the store, legal by {@link StoreName}
   * @param kind the kind, by which the provider is found
   * @param properties the properties as configured, without the store's name in the keys
   */
  public StoreConfig {
    StoreName.require(name);
    Objects.requireNonNull(kind, "kind");
    properties = Map.copyOf(properties);
  }

  /**
   * A property that may be missing.
   *
   * @param key the key
   * @return its value, stripped, or empty when missing or blank
   */
  public Optional<String> optional(String key) {
    return Optional.ofNullable(properties.get(key)).map(String::strip).filter(v -> !v.isEmpty());
  }

  /**
   * A property that must be there.
   *
   * @param key the key
   * @return its value, stripped
   * @throws IllegalArgumentException if it is missing; the message names store and key
   */
  public String required(String key) {
    return optional(key)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Store '" + name + "' needs the property '" + key + "'."));
  }

  /**
   * A whole number with a default and bounds.
   *
   * @param key the key
   * @param fallback the value when the key is missing
   * @param least the least legal value
   * @param most the largest legal value
   * @return the value
   * @throws IllegalArgumentException if it is not a whole number within the bounds
   */
  public long number(String key, long fallback, long least, long most) {
    Optional<String> text = optional(key);
    if (text.isEmpty()) {
      return fallback;
    }
    try {
      long value = Long.parseLong(text.get());
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(outOfRange(key, least, most), e);
    }
    throw new IllegalArgumentException(outOfRange(key, least, most));
  }

  private String outOfRange(String key, long least, long most) {
    return "Store '"
        + name
        + "': '"
        + key
        + "' must be a whole number from "
        + least
        + " to "
        + most
        + ".";
  }

  /**
   * A switch.
   *
   * @param key the key
   * @param fallback the value when the key is missing
   * @return the value
   * @throws IllegalArgumentException if it is neither {@code true} nor {@code false}
   */
  public boolean flag(String key, boolean fallback) {
    String text = optional(key).orElse(Boolean.toString(fallback));
    if (text.equals("true") || text.equals("false")) {
      return text.equals("true");
    }
    throw new IllegalArgumentException(
        "Store '" + name + "': '" + key + "' must be true or false.");
  }

  /**
   * Refuses properties that the kind does not know, since they are most often misspelt.
   *
   * @param known every property of the kind
   * @throws IllegalArgumentException naming all unknown ones
   */
  public void requireKnown(Set<String> known) {
    Set<String> unknown = new TreeSet<>(properties.keySet());
    unknown.removeAll(known);
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(
          "Store '"
              + name
              + "' has unknown properties "
              + unknown
              + "; known are "
              + new TreeSet<>(known)
              + ".");
    }
  }

  @Override
  public String toString() {
    return "StoreConfig["
        + name
        + ", "
        + kind
        + ", keys="
        + new TreeMap<>(properties).keySet()
        + "]";
  }
}
