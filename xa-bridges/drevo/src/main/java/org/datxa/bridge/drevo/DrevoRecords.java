package org.datxa.bridge.drevo;

import java.util.Iterator;
import java.util.List;
import java.util.Objects;

/**
 * The rows of one statement. They are all in memory, and nothing in the server waits for them to be
 * read or closed. Immutable.
 */
public final class DrevoRecords implements Iterable<DrevoRecord>, AutoCloseable {
  private final List<String> keys;
  private final List<DrevoRecord> rows;

  /**
   * Rows that have been read.
   *
   * @param keys the names of the columns
   * @param rows the rows
   */
  public DrevoRecords(List<String> keys, List<DrevoRecord> rows) {
    this.keys = List.copyOf(keys);
    this.rows = List.copyOf(rows);
  }

  /**
   * The names of the columns, in the order of the statement.
   *
   * @return the names; empty when the statement returns nothing
   */
  public List<String> keys() {
    return keys;
  }

  /**
   * All rows.
   *
   * @return the rows
   */
  public List<DrevoRecord> list() {
    return rows;
  }

  /**
   * The only row.
   *
   * @return the row
   * @throws IllegalStateException if there is none, or more than one
   */
  public DrevoRecord single() {
    if (rows.size() != 1) {
      throw new IllegalStateException("One row was expected, and there are " + rows.size() + ".");
    }
    return rows.get(0);
  }

  @Override
  public Iterator<DrevoRecord> iterator() {
    return rows.iterator();
  }

  /** Does nothing: there is nothing to give back. */
  @Override
  public void close() {}

  @Override
  public boolean equals(Object other) {
    return other instanceof DrevoRecords it && keys.equals(it.keys) && rows.equals(it.rows);
  }

  @Override
  public int hashCode() {
    return Objects.hash(keys, rows);
  }

  @Override
  public String toString() {
    return rows.size() + " rows of " + keys;
  }
}
