package org.datxa.demo;

import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;

/**
 * What a killed worker has left, as the stores themselves show it.
 *
 * @param undecided prepared in PostgreSQL, and nothing about it in the journal: neither a decision
 *     nor, where a manager decides, the vote without which it cannot
 * @param unfinished decided in the journal, and not in ClickHouse
 */
record Leftovers(int undecided, int unfinished) {
  static final Leftovers NONE = new Leftovers(0, 0);

  static Leftovers now(Inventory inventory) throws SQLException {
    Set<String> undecided = new HashSet<>(inventory.prepared());
    undecided.removeAll(inventory.journal("COMMITTED", "DONE", "ABORTED"));
    if (!inventory.hasMarkers() && !inventory.journal("PREPARED", "COMMITTED").isEmpty()) {
      undecided.clear();
    }
    Set<String> unfinished = new HashSet<>(inventory.journal("COMMITTED"));
    unfinished.removeAll(inventory.transactionsInFacts());
    return new Leftovers(undecided.size(), unfinished.size());
  }

  Leftovers plus(Leftovers other) {
    return new Leftovers(undecided + other.undecided, unfinished + other.unfinished);
  }
}
