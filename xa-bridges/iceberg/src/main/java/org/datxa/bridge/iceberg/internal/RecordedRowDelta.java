package org.datxa.bridge.iceberg.internal;

import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.expressions.Expression;
import org.datxa.bridge.iceberg.internal.StagedFile.Role;
import org.datxa.bridge.iceberg.internal.StagedOperation.Check;
import org.datxa.bridge.iceberg.internal.StagedOperation.Kind;

/** A row delta that joins the transaction. */
final class RecordedRowDelta extends RecordedUpdate<RowDelta> implements RowDelta {
  RecordedRowDelta(OperationSink sink) {
    super(sink, Kind.ROW_DELTA);
  }

  @Override
  RowDelta self() {
    return this;
  }

  @Override
  public RowDelta addRows(DataFile inserts) {
    return file(Role.ADD, inserts);
  }

  @Override
  public RowDelta addDeletes(DeleteFile deletes) {
    return file(Role.ADD_DELETES, deletes);
  }

  @Override
  public RowDelta removeRows(DataFile file) {
    return file(Role.REMOVE, file);
  }

  @Override
  public RowDelta removeDeletes(DeleteFile deletes) {
    return file(Role.REMOVE_DELETES, deletes);
  }

  @Override
  public RowDelta validateFromSnapshot(long snapshotId) {
    return from(snapshotId);
  }

  @Override
  public RowDelta caseSensitive(boolean caseSensitive) {
    return sensitive(caseSensitive);
  }

  @Override
  public RowDelta validateDataFilesExist(Iterable<? extends CharSequence> referencedFiles) {
    return need(referencedFiles);
  }

  @Override
  public RowDelta validateDeletedFiles() {
    return check(Check.DELETED_FILES);
  }

  @Override
  public RowDelta conflictDetectionFilter(Expression filter) {
    return conflicts(filter);
  }

  @Override
  public RowDelta validateNoConflictingDataFiles() {
    return check(Check.NO_CONFLICTING_DATA);
  }

  @Override
  public RowDelta validateNoConflictingDeleteFiles() {
    return check(Check.NO_CONFLICTING_DELETES);
  }
}
