package org.datxa.bridge.iceberg.internal;

import org.apache.iceberg.DataFile;
import org.apache.iceberg.OverwriteFiles;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.util.DataFileSet;
import org.apache.iceberg.util.DeleteFileSet;
import org.datxa.bridge.iceberg.internal.StagedFile.Role;
import org.datxa.bridge.iceberg.internal.StagedOperation.Check;
import org.datxa.bridge.iceberg.internal.StagedOperation.Kind;

/** An overwrite that joins the transaction. */
final class RecordedOverwrite extends RecordedUpdate<OverwriteFiles> implements OverwriteFiles {
  RecordedOverwrite(OperationSink sink) {
    super(sink, Kind.OVERWRITE);
  }

  @Override
  OverwriteFiles self() {
    return this;
  }

  @Override
  public OverwriteFiles overwriteByRowFilter(Expression expr) {
    return rows(expr);
  }

  @Override
  public OverwriteFiles addFile(DataFile file) {
    return file(Role.ADD, file);
  }

  @Override
  public OverwriteFiles deleteFile(DataFile file) {
    return file(Role.REMOVE, file);
  }

  @Override
  public OverwriteFiles deleteFiles(DataFileSet dataFiles, DeleteFileSet deleteFiles) {
    dataFiles.forEach(file -> file(Role.REMOVE, file));
    deleteFiles.forEach(file -> file(Role.REMOVE_DELETES, file));
    return this;
  }

  @Override
  public OverwriteFiles validateAddedFilesMatchOverwriteFilter() {
    return check(Check.ADDED_MATCH_FILTER);
  }

  @Override
  public OverwriteFiles validateFromSnapshot(long snapshotId) {
    return from(snapshotId);
  }

  @Override
  public OverwriteFiles caseSensitive(boolean caseSensitive) {
    return sensitive(caseSensitive);
  }

  @Override
  public OverwriteFiles conflictDetectionFilter(Expression filter) {
    return conflicts(filter);
  }

  @Override
  public OverwriteFiles validateNoConflictingData() {
    return check(Check.NO_CONFLICTING_DATA);
  }

  @Override
  public OverwriteFiles validateNoConflictingDeletes() {
    return check(Check.NO_CONFLICTING_DELETES);
  }
}
