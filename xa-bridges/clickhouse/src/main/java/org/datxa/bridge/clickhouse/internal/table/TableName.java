package org.datxa.bridge.clickhouse.internal.table;

import org.datxa.bridge.clickhouse.internal.sql.Sql;

/**
 * The full name of a table.
 *
 * @param database its database
 * @param table its name
 */
public record TableName(String database, String table) {
  /**
   * The name for a statement.
   *
   * @return both parts, quoted
   */
  public String quoted() {
    return Sql.table(database, table);
  }

  @Override
  public String toString() {
    return database + "." + table;
  }
}
