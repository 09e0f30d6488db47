package org.datxa.bridge.iceberg.internal;

import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFiles;
import org.apache.iceberg.expressions.Expression;
import org.datxa.bridge.iceberg.internal.StagedFile.Role;
import org.datxa.bridge.iceberg.internal.StagedOperation.Check;
import org.datxa.bridge.iceberg.internal.StagedOperation.Kind;

/** A deletion of whole files that joins the transaction. */
final class RecordedDelete extends RecordedUpdate<DeleteFiles> implements DeleteFiles {
  RecordedDelete(OperationSink sink) {
    super(sink, Kind.DELETE);
  }

  @Override
  DeleteFiles self() {
    return this;
  }

  @Override
  public DeleteFiles deleteFile(CharSequence path) {
    return deletePath(path);
  }

  @Override
  public DeleteFiles deleteFile(DataFile file) {
    return file(Role.REMOVE, file);
  }

  @Override
  public DeleteFiles deleteFromRowFilter(Expression expr) {
    return rows(expr);
  }

  @Override
  public DeleteFiles caseSensitive(boolean caseSensitive) {
    return sensitive(caseSensitive);
  }

  @Override
  public DeleteFiles validateFilesExist() {
    return check(Check.FILES_EXIST);
  }
}
