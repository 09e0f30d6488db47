package org.datxa.bridge.iceberg;

/**
 * The tables of one Iceberg store, as an application works with them. Ask the store for it by
 * {@code facade(IcebergTables.class)}.
 *
 * <p><b>Concurrency.</b> Any thread; a table belongs to the transaction that the calling thread is
 * in.
 */
public interface IcebergTables {
  /**
   * Opens a table for the current transaction, or for use outside any.
   *
   * @param name namespace and table, parted by dots, for example {@code "shop.orders"}
   * @return the table
   * @throws org.apache.iceberg.exceptions.NoSuchTableException if there is no such table
   * @throws org.datxa.spi.error.HandleRefused if the current transaction takes no more work
   */
  DatXaTable table(String name);
}
