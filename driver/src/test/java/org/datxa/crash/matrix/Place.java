package org.datxa.crash.matrix;

/** Where a step takes effect. */
enum Place {
  PG,
  GRAPH,
  CH,
  LAKE,
  JOURNAL;

  /** The place of a store by its name in the configuration. */
  static Place of(String store) {
    return switch (store.charAt(0)) {
      case 'p' -> PG;
      case 'g' -> GRAPH;
      case 'c' -> CH;
      default -> LAKE;
    };
  }
}
