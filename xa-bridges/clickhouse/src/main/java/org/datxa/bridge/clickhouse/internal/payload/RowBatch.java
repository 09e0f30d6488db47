package org.datxa.bridge.clickhouse.internal.payload;

import java.util.Arrays;
import org.datxa.bridge.clickhouse.internal.table.TableShape;
import org.datxa.bridge.clickhouse.internal.type.RowBuffer;

/** Rows of one table with the same columns, encoded, in the order in which they came. */
public final class RowBatch {
  private final TableShape shape;
  private final Structure structure;
  private final RowBuffer data = new RowBuffer();
  private int[] ends = new int[16];
  private int rows;

  /**
   * An empty batch.
   *
   * @param shape the table
   * @param structure the columns that are given
   */
  public RowBatch(TableShape shape, Structure structure) {
    this.shape = shape;
    this.structure = structure;
  }

  /**
   * The table.
   *
   * @return as it was when the first row was encoded
   */
  public TableShape shape() {
    return shape;
  }

  /**
   * The columns.
   *
   * @return the columns that are given
   */
  public Structure structure() {
    return structure;
  }

  /**
   * Where the next row is written; {@link #endRow} completes it.
   *
   * @return the buffer
   */
  public RowBuffer data() {
    return data;
  }

  /** Completes a row. */
  public void endRow() {
    if (rows == ends.length) {
      ends = Arrays.copyOf(ends, 2 * rows);
    }
    ends[rows++] = data.size();
  }

  /**
   * The number of complete rows.
   *
   * @return how many
   */
  public int rows() {
    return rows;
  }

  /**
   * The size of the complete rows.
   *
   * @return bytes
   */
  public int size() {
    return endOf(rows - 1);
  }

  /**
   * Appends the rows of another batch with the same columns.
   *
   * @param other the batch
   */
  public void append(RowBatch other) {
    for (int i = 0; i < other.rows; i++) {
      data.write(other.row(i));
      endRow();
    }
  }

  /**
   * Rows as bytes.
   *
   * @param from the first
   * @param to the one after the last
   * @return their bytes
   */
  public byte[] rows(int from, int to) {
    return data.slice(endOf(from - 1), endOf(to - 1));
  }

  /**
   * One row as bytes.
   *
   * @param index which
   * @return its bytes
   */
  public byte[] row(int index) {
    return rows(index, index + 1);
  }

  /**
   * How many rows from one on fit a size; always at least one.
   *
   * @param from the first
   * @param bytes the size
   * @return the one after the last
   */
  public int fitting(int from, int bytes) {
    int to = from + 1;
    while (to < rows && endOf(to) - endOf(from - 1) <= bytes) {
      to++;
    }
    return to;
  }

  private int endOf(int row) {
    return row < 0 ? 0 : ends[row];
  }
}
