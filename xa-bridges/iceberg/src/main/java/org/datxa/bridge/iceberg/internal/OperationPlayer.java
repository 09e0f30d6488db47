package org.datxa.bridge.iceberg.internal;

import java.util.Collection;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.DeleteFiles;
import org.apache.iceberg.OverwriteFiles;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.SnapshotUpdate;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.ExpressionParser;
import org.apache.iceberg.util.DataFileSet;
import org.apache.iceberg.util.DeleteFileSet;
import org.datxa.bridge.iceberg.internal.StagedFile.Role;
import org.datxa.bridge.iceberg.internal.StagedOperation.Check;

/** Turns staged operations back into operations of an Iceberg transaction, with marks. */
final class OperationPlayer {
  private final Map<Integer, PartitionSpec> specs;
  private final Schema schema;
  private final Collection<UUID> datTxns;
  private final String attempt;

  OperationPlayer(TableMetadata table, Collection<UUID> datTxns, String attempt) {
    this.specs = table.specsById();
    this.schema = table.schema();
    this.datTxns = datTxns;
    this.attempt = attempt;
  }

  /**
   * Plays one operation into a transaction.
   *
   * @param concurrent whether to validate against what others did since the operation was made
   */
  void play(StagedOperation op, Transaction transaction, boolean concurrent) {
    switch (op.kind()) {
      case APPEND -> append(op, transaction.newAppend());
      case FAST_APPEND -> append(op, transaction.newFastAppend());
      case OVERWRITE -> overwrite(op, transaction.newOverwrite(), concurrent);
      case DELETE -> delete(op, transaction.newDelete());
      case ROW_DELTA -> rowDelta(op, transaction.newRowDelta(), concurrent);
    }
  }

  private <T extends SnapshotUpdate<T>> void commit(StagedOperation op, T update) {
    op.summary().forEach(update::set);
    update.set(AppliedMarks.TXN, AppliedMarks.ids(datTxns));
    update.set(AppliedMarks.ATTEMPT, attempt);
    if (!op.branch().equals(SnapshotRef.MAIN_BRANCH)) {
      update.toBranch(op.branch());
    }
    update.validateWith( // K1: own attempt is no reason to refuse
        ancestors ->
            StreamSupport.stream(ancestors.spliterator(), false)
                .noneMatch(snapshot -> AppliedMarks.foreign(snapshot, datTxns, attempt)));
    update.commit();
  }

  private void append(StagedOperation op, AppendFiles update) {
    files(op, Role.ADD, DataFile.class).forEach(update::appendFile);
    commit(op, update);
  }

  private void overwrite(StagedOperation op, OverwriteFiles update, boolean concurrent) {
    update.caseSensitive(op.caseSensitive());
    if (op.rowFilter() != null) {
      update.overwriteByRowFilter(expression(op.rowFilter()));
    }
    files(op, Role.ADD, DataFile.class).forEach(update::addFile);
    files(op, Role.REMOVE, DataFile.class).forEach(update::deleteFile);
    DeleteFileSet removed = DeleteFileSet.create();
    files(op, Role.REMOVE_DELETES, DeleteFile.class).forEach(removed::add);
    if (!removed.isEmpty()) {
      update.deleteFiles(DataFileSet.create(), removed);
    }
    if (op.checks().contains(Check.ADDED_MATCH_FILTER)) {
      update.validateAddedFilesMatchOverwriteFilter();
    }
    if (concurrent) {
      guard(op, update);
    }
    commit(op, update);
  }

  private void guard(StagedOperation op, OverwriteFiles update) {
    if (op.from() != null) {
      update.validateFromSnapshot(op.from());
    }
    if (op.conflictFilter() != null) {
      update.conflictDetectionFilter(expression(op.conflictFilter()));
    }
    if (op.checks().contains(Check.NO_CONFLICTING_DATA)) {
      update.validateNoConflictingData();
    }
    if (op.checks().contains(Check.NO_CONFLICTING_DELETES)) {
      update.validateNoConflictingDeletes();
    }
  }

  private void delete(StagedOperation op, DeleteFiles update) {
    update.caseSensitive(op.caseSensitive());
    if (op.rowFilter() != null) {
      update.deleteFromRowFilter(expression(op.rowFilter()));
    }
    op.deletedPaths().forEach(update::deleteFile);
    files(op, Role.REMOVE, DataFile.class).forEach(update::deleteFile);
    if (op.checks().contains(Check.FILES_EXIST)) {
      update.validateFilesExist();
    }
    commit(op, update);
  }

  private void rowDelta(StagedOperation op, RowDelta update, boolean concurrent) {
    update.caseSensitive(op.caseSensitive());
    files(op, Role.ADD, DataFile.class).forEach(update::addRows);
    files(op, Role.ADD_DELETES, DeleteFile.class).forEach(update::addDeletes);
    files(op, Role.REMOVE, DataFile.class).forEach(update::removeRows);
    files(op, Role.REMOVE_DELETES, DeleteFile.class).forEach(update::removeDeletes);
    if (concurrent) {
      guard(op, update);
    }
    commit(op, update);
  }

  private void guard(StagedOperation op, RowDelta update) {
    if (op.from() != null) {
      update.validateFromSnapshot(op.from());
    }
    if (op.conflictFilter() != null) {
      update.conflictDetectionFilter(expression(op.conflictFilter()));
    }
    if (op.checks().contains(Check.NEEDED_PATHS)) {
      update.validateDataFilesExist(op.neededPaths());
    }
    if (op.checks().contains(Check.DELETED_FILES)) {
      update.validateDeletedFiles();
    }
    if (op.checks().contains(Check.NO_CONFLICTING_DATA)) {
      update.validateNoConflictingDataFiles();
    }
    if (op.checks().contains(Check.NO_CONFLICTING_DELETES)) {
      update.validateNoConflictingDeleteFiles();
    }
  }

  private Expression expression(String json) {
    return ExpressionParser.fromJson(json, schema);
  }

  private <T> Stream<T> files(StagedOperation op, Role role, Class<T> type) {
    return op.files().stream()
        .filter(file -> file.role() == role)
        .map(file -> file.content(type, specs));
  }
}
