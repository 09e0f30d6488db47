package org.datxa.bridge.iceberg;

import org.apache.iceberg.Table;
import org.apache.iceberg.data.Record;

/**
 * One Iceberg table in the hand of an application. Made inside a transaction, it belongs to that
 * transaction and refuses everything once the transaction is over. Made outside, each change is a
 * meta-transaction of its own, and it refuses to be used inside a transaction.
 *
 * <p>A transaction does not see what it has added itself; reads show the table as it was when the
 * transaction first used it.
 */
public interface DatXaTable {
  /**
   * The name it was opened by.
   *
   * @return namespace and table, parted by dots
   */
  String name();

  /**
   * Adds rows. They are checked now and copied, so the caller may reuse the records. Either all of
   * them are taken or none. The columns {@code dat_txn} and {@code dat_tx_time}, where the table
   * has them, are filled in by DatXA.
   *
   * @param records the rows; fields are matched by name
   * @throws IllegalArgumentException if a row does not fit the schema; the message names the row
   *     and the column
   * @throws org.datxa.spi.error.HandleRefused if the table must not be used here
   */
  void append(Iterable<? extends Record> records);

  /**
   * Adds rows, like {@link #append(Iterable)}.
   *
   * @param records the rows
   */
  void append(Record... records);

  /**
   * The same table behind Iceberg's own interface. Its {@code newAppend}, {@code newFastAppend},
   * {@code newOverwrite}, {@code newDelete} and {@code newRowDelta} join the transaction when they
   * are committed; reads pass through; everything else that changes the table is refused by name
   * inside a transaction.
   *
   * <p>Files handed over this way were written by the application and stay its own: an abort
   * deletes only what DatXA staged itself.
   *
   * @return a view of this table, under the same rules
   */
  Table asIcebergTable();
}
