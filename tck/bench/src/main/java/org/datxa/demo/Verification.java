package org.datxa.demo;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Compares everything with everything. What it has not compared it does not vouch for. */
final class Verification {
  private static final int SHOWN = 10;

  private final Tpch tpch;
  private final Inventory inventory;
  private final List<String> mismatches = new ArrayList<>();
  private final List<String> table = new ArrayList<>();

  Verification(Tpch tpch, Inventory inventory) {
    this.tpch = tpch;
    this.inventory = inventory;
  }

  /** Looks at all stores; empty when they agree. */
  List<String> run() throws Exception {
    table.add(line("", "store", "rows", "cents", "ship months"));
    compare("customers", tpch.expectedCustomers(), inventory.customers());
    compare("orders", tpch.expectedOrders(), inventory.orders());
    Holding facts = inventory.facts();
    Holding lake = inventory.lake();
    compare("lines", tpch.expectedLines(), facts, lake);
    compare("relations", tpch.expectedRelations(), inventory.graph());
    transactions();
    return List.copyOf(mismatches);
  }

  List<String> table() {
    return List.copyOf(table);
  }

  static List<String> shown(List<String> mismatches) {
    List<String> some = new ArrayList<>(mismatches.subList(0, Math.min(SHOWN, mismatches.size())));
    if (mismatches.size() > SHOWN) {
      some.add("… and " + (mismatches.size() - SHOWN) + " more");
    }
    return some;
  }

  private void compare(String what, Holding expected, Holding... found) {
    show(what, expected);
    for (Holding holding : found) {
      show(what, holding);
      holding.differencesTo(expected).forEach(it -> mismatches.add(what + " in " + it));
    }
  }

  private void show(String what, Holding holding) {
    boolean byMonth = holding.rows().stream().anyMatch(row -> !row.month().isEmpty());
    table.add(
        line(
            what,
            holding.store(),
            Long.toString(holding.count()),
            Long.toString(holding.cents()),
            byMonth ? Long.toString(holding.months()) : ""));
  }

  private static String line(String what, String store, String rows, String cents, String months) {
    return String.format("%-10s %-11s %9s %16s %12s", what, store, rows, cents, months);
  }

  private void transactions() throws Exception {
    Set<String> done = inventory.journal("DONE");
    same(
        "the journal has as DONE and ClickHouse holds",
        inventory.doneIn(Places.FACTS),
        inventory.transactionsInFacts());
    same(
        "the journal has as DONE and Iceberg holds",
        inventory.doneIn(Places.LAKE),
        inventory.transactionsInLake());
    if (inventory.hasMarkers()) {
      none(
          "DONE without its marker in PostgreSQL", without(done, inventory.transactionsInLedger()));
      none("DONE without its marker in drevo", without(done, inventory.transactionsInGraph()));
    }
    none("neither DONE nor ABORTED", inventory.journal("ACTIVE", "PREPARED", "COMMITTED"));
    none("still prepared in PostgreSQL", inventory.prepared());
    none("still prepared in drevo", inventory.preparedInGraph());
  }

  private static Set<String> without(Set<String> all, Set<String> some) {
    Set<String> rest = new HashSet<>(all);
    rest.removeAll(some);
    return rest;
  }

  private void same(String what, Set<String> one, Set<String> other) {
    Set<String> different = new HashSet<>(one);
    different.addAll(other);
    different.removeIf(it -> one.contains(it) && other.contains(it));
    none("not both: " + what, different);
  }

  private void none(String what, Set<String> found) {
    found.forEach(txn -> mismatches.add("transaction " + txn + ": " + what));
  }
}
