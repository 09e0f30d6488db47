package org.datxa.bridge.clickhouse.internal.table;

import java.util.List;
import java.util.Optional;

/**
 * A table as the server describes it.
 *
 * @param name its name
 * @param uuid its identity; zeros in a database whose engine gives none
 * @param engine the name of its engine
 * @param engineFull the engine with its clauses
 * @param partitionKey the expression, or empty
 * @param sortingKey the expression, or empty
 * @param definition the CREATE statement
 * @param views whether materialized views read what is inserted
 * @param zone the zone of the server
 * @param columns its columns in order
 */
public record TableShape(
    TableName name,
    String uuid,
    String engine,
    String engineFull,
    String partitionKey,
    String sortingKey,
    String definition,
    boolean views,
    String zone,
    List<Column> columns) {
  /** Copies the columns. */
  public TableShape {
    columns = List.copyOf(columns);
  }

  /**
   * A column by name.
   *
   * @param column its name
   * @return the column, or empty
   */
  public Optional<Column> column(String column) {
    return columns.stream().filter(c -> c.name().equals(column)).findFirst();
  }

  /**
   * Whether all rows are in one partition.
   *
   * @return true without a partition key
   */
  public boolean isUnpartitioned() {
    return partitionKey.isEmpty() || partitionKey.equals("tuple()");
  }

  /**
   * Whether rows may vanish by themselves.
   *
   * @return true if the table has a TTL
   */
  public boolean expires() {
    return Clauses.expires(engineFull);
  }

  /**
   * Whether a TTL merges rows of several transactions into one.
   *
   * @return true if the table has a TTL with GROUP BY
   */
  public boolean rollsUp() {
    return Clauses.rollsUp(engineFull);
  }

  /**
   * Whether fewer rows may be found than were inserted, be it on arrival.
   *
   * @return true for a TTL and for the engines that merge rows of one key
   */
  public boolean losesRows() {
    String plain = engine.replaceFirst("^(Replicated|Shared)", "");
    return expires() || !plain.equals("MergeTree");
  }

  /**
   * Whether the server remembers tokens of inserts.
   *
   * @return true if the table has a deduplication window
   */
  public boolean deduplicates() {
    return Clauses.setting(engineFull, "non_replicated_deduplication_window")
        .filter(w -> !w.equals("0"))
        .isPresent();
  }

  /**
   * Whether rows of one key replace one another.
   *
   * @return true for the Replacing engines
   */
  public boolean isReplacing() {
    return engine.contains("ReplacingMergeTree");
  }

  /**
   * Whether several servers hold the table.
   *
   * @return true for the Replicated and Shared engines
   */
  public boolean isReplicated() {
    return engine.startsWith("Replicated") || engine.startsWith("Shared");
  }
}
