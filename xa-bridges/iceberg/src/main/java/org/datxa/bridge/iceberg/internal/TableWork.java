package org.datxa.bridge.iceberg.internal;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.datxa.spi.Stamp;

/** What one transaction has handed over for one table so far. Not thread-safe. */
final class TableWork {
  /** Either rows or an operation. */
  record Step(RowSpool rows, Schema schema, int specId, StagedOperation operation) {}

  private final TableIdentifier id;
  private final Table table;
  private final String uuid;
  private final Long base;
  private final List<Step> steps = new ArrayList<>();

  TableWork(TableIdentifier id, Table table) {
    this.id = id;
    this.table = table;
    this.uuid = String.valueOf(table.uuid());
    Snapshot current = table.currentSnapshot();
    this.base = current == null ? null : (Long) current.snapshotId();
  }

  TableIdentifier id() {
    return id;
  }

  Table table() {
    return table;
  }

  String uuid() {
    return uuid;
  }

  Long base() {
    return base;
  }

  List<Step> steps() {
    return List.copyOf(steps);
  }

  boolean wrote() {
    return !steps.isEmpty();
  }

  void add(StagedOperation operation) {
    steps.add(new Step(null, null, 0, operation));
  }

  /** Takes all rows or none. */
  void append(
      Iterable<? extends Record> rows, Stamp placeholder, long inlineBytes, BooleanSupplier ended)
      throws IOException {
    Step step = rowsStep(inlineBytes);
    RowSpool.Mark mark = step.rows().mark();
    boolean taken = false;
    try {
      encode(rows, step, placeholder, ended);
      taken = true;
    } finally {
      if (!taken) {
        step.rows().backTo(mark);
        dropIfEmpty(step);
      }
    }
    dropIfEmpty(step);
  }

  private static void encode(
      Iterable<? extends Record> rows, Step step, Stamp placeholder, BooleanSupplier ended)
      throws IOException {
    RowCheck check = new RowCheck(step.schema());
    DatColumns columns = new DatColumns(step.schema());
    RowFormat format = new RowFormat(step.schema());
    long number = 0;
    for (Record row : rows) {
      if (ended.getAsBoolean()) {
        throw new IllegalStateException("The transaction was rolled back meanwhile.");
      }
      step.rows().add(encode(row, check, columns, placeholder, format, number++));
    }
  }

  private static byte[] encode(
      Record row,
      RowCheck check,
      DatColumns columns,
      Stamp placeholder,
      RowFormat format,
      long number) {
    try {
      GenericRecord fitted = check.fit(row);
      columns.fill(fitted, placeholder.datTxn(), placeholder.datTxTime());
      return format.encode(fitted);
    } catch (IllegalArgumentException | ArithmeticException | ClassCastException e) {
      throw new IllegalArgumentException("Row " + number + ": " + e.getMessage(), e);
    }
  }

  private void dropIfEmpty(Step step) {
    if (step.rows().rows() == 0) {
      step.rows().close();
      steps.remove(step);
    }
  }

  private Step rowsStep(long inlineBytes) {
    Step last = steps.isEmpty() ? null : steps.get(steps.size() - 1);
    if (last != null && last.rows() != null && last.specId() == table.spec().specId()) {
      return last;
    }
    Step step = new Step(new RowSpool(inlineBytes), table.schema(), table.spec().specId(), null);
    steps.add(step);
    return step;
  }

  void close() {
    for (Step step : steps) {
      if (step.rows() != null) {
        step.rows().close();
      }
    }
  }
}
