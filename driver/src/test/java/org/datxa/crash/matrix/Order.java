package org.datxa.crash.matrix;

import java.util.List;

/**
 * What a worker is told to do.
 *
 * @param id the number of the run
 * @param cell its cell
 * @param key the key of its rows
 * @param stores the stores that it writes, in order; the last of an aborting one may be a second
 *     graph, in which somebody else commits meanwhile
 */
record Order(String id, Cell cell, long key, List<String> stores) {
  static Order parse(String line) {
    String[] parts = line.split(" ", -1);
    return new Order(
        parts[1], Cell.parse(parts[2]), Long.parseLong(parts[3]), List.of(parts[4].split(",", -1)));
  }

  String line() {
    return "run " + id + " " + cell + " " + key + " " + String.join(",", stores);
  }

  /** The graph whose points count; null without one. */
  String graph() {
    return stores.stream().filter(it -> it.startsWith("g")).findFirst().orElse(null);
  }

  /** Whether somebody else commits in the last graph, so that it cannot be prepared. */
  boolean isConflicting() {
    return cell.step().isAborting() && !cell.way().hasOther();
  }

  String lastGraph() {
    return stores.get(stores.size() - 1);
  }
}
