package org.datxa.bridge.clickhouse.internal.payload;

import org.datxa.bridge.clickhouse.internal.table.TableName;
import org.datxa.bridge.clickhouse.internal.table.TableShape;

/**
 * A table as it was at stage, with what decides on evidence.
 *
 * @param name its name
 * @param uuid its identity
 * @param engine its engine
 * @param server the server that must apply, or empty when any connection reaches the same one
 * @param expires whether rows may be gone again: by a TTL, or merged with others of the transaction
 * @param views whether materialized views follow
 */
public record Target(
    TableName name, String uuid, String engine, String server, boolean expires, boolean views) {
  /**
   * A target from the description of its table.
   *
   * @param shape the description
   * @param server the server that described it
   * @return the target
   */
  public static Target of(TableShape shape, String server) {
    return new Target(
        shape.name(),
        shape.uuid(),
        shape.engine(),
        shape.isReplicated() ? server : "",
        shape.losesRows(),
        shape.views());
  }

  /**
   * Whether rows can be counted as evidence.
   *
   * @return false if rows of one key replace one another
   */
  public boolean countable() {
    return !engine.contains("ReplacingMergeTree");
  }

  /**
   * Whether an acknowledged insert is evidence by itself, since rows may be gone again.
   *
   * @return true for tables with a TTL and those that replace rows
   */
  public boolean trustsAcknowledgement() {
    return expires || !countable();
  }
}
