package org.datxa.bridge.clickhouse.internal.table;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Which tables can be targets. Rule H5. */
public final class EngineRules {
  private static final List<String> MERGING =
      List.of("Summing", "Aggregating", "Collapsing", "Coalescing", "Graphite");

  private final Set<String> replacing;

  /**
   * The rules.
   *
   * @param replacing the tables that the user declared as replacing, as {@code database.table}
   */
  public EngineRules(Set<String> replacing) {
    this.replacing = Set.copyOf(replacing);
  }

  /**
   * Looks whether a table can be a target.
   *
   * @param shape the table
   * @return why not and what to do, or empty when it can
   */
  public Optional<String> objection(TableShape shape) {
    // H5
    if (!shape.engine().endsWith("MergeTree")) {
      return Optional.of(
          what(shape)
              + " cannot be a target of a transaction: what was inserted cannot be counted"
              + " there. Use a MergeTree table.");
    }
    Optional<String> missing = missingColumns(shape);
    return missing.isPresent() ? missing : engineObjection(shape);
  }

  private static Optional<String> missingColumns(TableShape shape) {
    String txn = lacks(shape, Column.DAT_TXN, "UUID");
    String time = lacks(shape, Column.DAT_TX_TIME, "Int64");
    if (txn.isEmpty() && time.isEmpty()) {
      return Optional.empty();
    }
    String comma = txn.isEmpty() || time.isEmpty() ? "" : ", ";
    return Optional.of(
        "Table "
            + shape.name()
            + " needs the columns dat_txn UUID and dat_tx_time Int64. Run: "
            + "ALTER TABLE "
            + shape.name().quoted()
            + " "
            + txn
            + comma
            + time);
  }

  private static String lacks(TableShape shape, String column, String type) {
    Optional<Column> found = shape.column(column);
    if (found.isEmpty()) {
      return "ADD COLUMN " + column + " " + type;
    }
    boolean right = found.get().type().equals(type) && found.get().isInsertable();
    return right ? "" : "MODIFY COLUMN " + column + " " + type;
  }

  private Optional<String> engineObjection(TableShape shape) {
    if (shape.rollsUp()) {
      // H6: what was rolled up cannot be found again, and a repeat would be added to it.
      return Optional.of(
          what(shape)
              + " has a TTL with GROUP BY, which merges rows of several transactions. Write to a"
              + " table without it, or let a view roll up.");
    }
    if (shape.isReplacing()) {
      return shape.views() ? viewsObjection(shape) : replacingObjection(shape);
    }
    if (shape.views() && !shape.isReplicated() && !shape.deduplicates()) {
      // H6
      return Optional.of(
          "Table "
              + shape.name()
              + " feeds materialized views; without a deduplication window a view that failed"
              + " could not be filled again. Run: ALTER TABLE "
              + shape.name().quoted()
              + " MODIFY SETTING non_replicated_deduplication_window = 10000");
    }
    List<String> key = Clauses.keyParts("(" + shape.sortingKey() + ")");
    boolean stamped = key.contains(Column.DAT_TXN) && key.contains(Column.DAT_TX_TIME);
    if (MERGING.stream().anyMatch(shape.engine()::contains) && !stamped) {
      return Optional.of(
          what(shape)
              + " merges rows of several transactions, so that nothing can be counted."
              + " Put dat_txn and dat_tx_time into its sorting key, or write to a MergeTree table.");
    }
    return Optional.empty();
  }

  private static Optional<String> viewsObjection(TableShape shape) {
    // H5: a repeat is harmless for the table, and not for what a view has made of it.
    return Optional.of(
        what(shape)
            + " feeds materialized views, where a repeated insert would count twice. Write to a"
            + " MergeTree table, and let a view fill the one that replaces.");
  }

  private Optional<String> replacingObjection(TableShape shape) {
    if (!replacing.contains(shape.name().toString())) {
      return Optional.of(
          what(shape)
              + " may replace rows before they are counted. Name it in replacing.tables"
              + " if a repeated insert is harmless for it, with dat_tx_time as its version.");
    }
    List<String> arguments = Clauses.engineArguments(shape.engineFull());
    int version = shape.isReplicated() && arguments.size() > 1 ? versionAfterPath(arguments) : 0;
    boolean versioned =
        arguments.size() > version
            && arguments.get(version).replace("`", "").equals(Column.DAT_TX_TIME);
    return versioned
        ? Optional.empty()
        : Optional.of(what(shape) + " must have dat_tx_time as its version column.");
  }

  private static int versionAfterPath(List<String> arguments) {
    return arguments.get(0).startsWith("'") ? 2 : 0;
  }

  private static String what(TableShape shape) {
    return "Table " + shape.name() + " of the engine " + shape.engine();
  }
}
