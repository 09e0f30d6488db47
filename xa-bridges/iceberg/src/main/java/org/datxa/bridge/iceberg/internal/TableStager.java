package org.datxa.bridge.iceberg.internal;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SchemaParser;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.exceptions.ValidationException;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.Payload;
import org.datxa.spi.Stamp;
import org.datxa.spi.error.StoreException;
import org.datxa.spi.error.StoreRefused;

/** Brings the work of one table into its final form and checks that it can be applied. */
final class TableStager {
  private final String store;
  private final Table table;
  private final Stamp stamp;
  private final InlineFiles files;

  /**
   * Stages into a table.
   *
   * @param table the table, freshly loaded
   * @param files writes the rows that are too many to travel in the payload
   */
  TableStager(String store, Table table, Stamp stamp, InlineFiles files) {
    this.store = store;
    this.table = table;
    this.stamp = stamp;
    this.files = files;
  }

  StagedTable stage(TableWork work) throws StoreException {
    TableOperations ops = CatalogHandle.operations(store, table);
    TableMetadata state = ops.current();
    List<StagedStep> steps = new ArrayList<>();
    StagedTable staged = staged(work, state, steps);
    TableIdentity.require(store, staged, state);
    for (TableWork.Step step : work.steps()) {
      steps.add(step.rows() == null ? step.operation() : rows(step));
    }
    staged = staged(work, state, steps);
    StagedFiles.require(store, staged, table.io());
    rehearse(work, staged, ops, state);
    return staged;
  }

  private static StagedTable staged(TableWork work, TableMetadata state, List<StagedStep> steps) {
    return new StagedTable(work.id(), work.uuid(), state.currentSchemaId(), work.base(), steps);
  }

  private StagedStep rows(TableWork.Step step) {
    Schema schema = step.schema();
    RowSpool rows = step.rows();
    if (rows.inline()) {
      return new StagedRows(
          SchemaParser.toJson(schema), step.specId(), rows.rows(), Payload.of(rows.bytes()));
    }
    try (InputStream bytes = rows.open()) {
      return files.write(
          schema,
          table.specs().get(step.specId()),
          List.of(new InlineFiles.Source(stamp, new RowFormat(schema).decode(bytes, rows.rows()))));
    } catch (IOException e) {
      throw new UncheckedIOException("Rows for " + table.name() + " cannot be written", e);
    }
  }

  private void rehearse(
      TableWork work, StagedTable staged, TableOperations ops, TableMetadata state)
      throws StoreRefused {
    List<StagedOperation> operations = staged.operations().toList();
    if (operations.stream().allMatch(StagedOperation::plainAppend)) {
      return;
    }
    requireBranches(operations, state);
    Rehearsal rehearsal = new Rehearsal(ops, state, stamp.datTxn());
    try {
      rehearsal.checkConflicts(operations);
      rehearsal.playAll(operations);
    } catch (ValidationException | IllegalArgumentException e) {
      throw new StoreRefused(
          store,
          moved(work, state) ? ErrorKind.TRANSIENT : ErrorKind.PERMANENT,
          "the changes of " + staged.table() + " cannot be applied: " + e.getMessage(),
          e);
    }
  }

  private void requireBranches(List<StagedOperation> operations, TableMetadata state)
      throws StoreRefused {
    for (StagedOperation operation : operations) {
      SnapshotRef ref = state.ref(operation.branch());
      boolean main = operation.branch().equals(SnapshotRef.MAIN_BRANCH);
      if (!main && (ref == null || !ref.isBranch())) {
        throw new StoreRefused(
            store,
            ErrorKind.PERMANENT,
            "the table " + table.name() + " has no branch '" + operation.branch() + "'",
            null);
      }
    }
  }

  /** Whether somebody else changed the table since the transaction first used it. */
  private static boolean moved(TableWork work, TableMetadata state) {
    Long now = state.currentSnapshot() == null ? null : state.currentSnapshot().snapshotId();
    return !Objects.equals(work.base(), now);
  }
}
