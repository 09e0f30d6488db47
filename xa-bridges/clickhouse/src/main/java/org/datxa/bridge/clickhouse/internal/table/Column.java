package org.datxa.bridge.clickhouse.internal.table;

/**
 * A column as {@code system.columns} shows it.
 *
 * @param name its name
 * @param type its type
 * @param defaultKind empty, DEFAULT, MATERIALIZED, ALIAS or EPHEMERAL
 * @param defaultExpression the expression behind it, or empty
 */
public record Column(String name, String type, String defaultKind, String defaultExpression) {
  /** The column that names the meta-transaction. */
  public static final String DAT_TXN = "dat_txn";

  /** The column with the time of the meta-transaction. */
  public static final String DAT_TX_TIME = "dat_tx_time";

  /**
   * Whether DatXA fills it.
   *
   * @return true for the two stamps
   */
  public boolean isStamp() {
    return name.equals(DAT_TXN) || name.equals(DAT_TX_TIME);
  }

  /**
   * Whether an INSERT without a column list gives it.
   *
   * @return true for an ordinary column or one with a default
   */
  public boolean isInsertable() {
    return defaultKind.isEmpty() || defaultKind.equals("DEFAULT");
  }

  /**
   * Whether the server computes it when it is not given.
   *
   * @return true when there is an expression
   */
  public boolean isComputed() {
    return !defaultExpression.isEmpty();
  }
}
