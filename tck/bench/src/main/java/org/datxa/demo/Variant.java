package org.datxa.demo;

import java.util.List;

/**
 * Who commits, and what it sees.
 *
 * @param manager the transaction manager, {@code narayana} or {@code atomikos}
 * @param shape {@code composite}: one resource for all stores; {@code split}: one for PostgreSQL,
 *     one for drevo, and one for the stores that cannot prepare
 */
record Variant(String manager, String shape) {
  static final Variant USUAL = new Variant("narayana", "composite");

  private static final String PROPERTIES = "datxa.demo.";

  /** Checks both. */
  Variant {
    requireOneOf("manager", manager, "narayana", "atomikos");
    requireOneOf("shape", shape, "composite", "split");
  }

  /** From {@code --manager} and {@code --shape}, or the properties of the same names. */
  static Variant of(String... arguments) {
    String manager = setting("manager", USUAL.manager);
    String shape = setting("shape", USUAL.shape);
    for (int at = 0; at < arguments.length; at += 2) {
      String value = at + 1 < arguments.length ? arguments[at + 1] : "";
      switch (arguments[at]) {
        case "--manager" -> manager = value;
        case "--shape" -> shape = value;
        default -> throw new IllegalArgumentException("No such argument: " + arguments[at]);
      }
    }
    return new Variant(manager, shape);
  }

  /** A property of the demonstration; one that is blank is not set. */
  static String setting(String name, String fallback) {
    String given = System.getProperty(PROPERTIES + name, "");
    return given.isBlank() ? fallback : given;
  }

  boolean isSplit() {
    return shape.equals("split");
  }

  private static void requireOneOf(String what, String given, String... legal) {
    if (!List.of(legal).contains(given)) {
      throw new IllegalArgumentException(
          "No such " + what + ": '" + given + "'; there are " + List.of(legal) + ".");
    }
  }

  @Override
  public String toString() {
    return manager + ", " + shape;
  }
}
