package org.datxa.bridge.iceberg.internal;

import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DeleteFiles;
import org.apache.iceberg.ExpireSnapshots;
import org.apache.iceberg.ManageSnapshots;
import org.apache.iceberg.OverwriteFiles;
import org.apache.iceberg.ReplacePartitions;
import org.apache.iceberg.ReplaceSortOrder;
import org.apache.iceberg.RewriteFiles;
import org.apache.iceberg.RewriteManifests;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.Table;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.UpdateLocation;
import org.apache.iceberg.UpdatePartitionSpec;
import org.apache.iceberg.UpdatePartitionStatistics;
import org.apache.iceberg.UpdateProperties;
import org.apache.iceberg.UpdateSchema;
import org.apache.iceberg.UpdateStatistics;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * An Iceberg table whose appends, overwrites, deletes and row deltas join the transaction. What
 * else would change the table is refused inside a transaction and passes through outside.
 */
final class JoinedTable extends ReadableTable {
  private final TableIdentifier id;
  private final HandleScope scope;

  JoinedTable(TableIdentifier id, Table table, HandleScope scope) {
    super(table, scope);
    this.id = id;
    this.scope = scope;
  }

  private OperationSink sink() {
    return new OperationSink(id, usable(), scope);
  }

  @Override
  public AppendFiles newAppend() {
    return new RecordedAppend(sink(), StagedOperation.Kind.APPEND);
  }

  @Override
  public AppendFiles newFastAppend() {
    return new RecordedAppend(sink(), StagedOperation.Kind.FAST_APPEND);
  }

  @Override
  public OverwriteFiles newOverwrite() {
    return new RecordedOverwrite(sink());
  }

  @Override
  public RowDelta newRowDelta() {
    return new RecordedRowDelta(sink());
  }

  @Override
  public DeleteFiles newDelete() {
    return new RecordedDelete(sink());
  }

  private Table outside(String operation) {
    Table table = usable();
    if (scope.inTransaction()) {
      throw new UnsupportedOperationException(
          operation
              + " of "
              + id
              + " is refused inside a transaction; do it outside, before or after.");
    }
    return table;
  }

  @Override
  public UpdateSchema updateSchema() {
    return outside("updateSchema").updateSchema();
  }

  @Override
  public UpdatePartitionSpec updateSpec() {
    return outside("updateSpec").updateSpec();
  }

  @Override
  public UpdateProperties updateProperties() {
    return outside("updateProperties").updateProperties();
  }

  @Override
  public ReplaceSortOrder replaceSortOrder() {
    return outside("replaceSortOrder").replaceSortOrder();
  }

  @Override
  public UpdateLocation updateLocation() {
    return outside("updateLocation").updateLocation();
  }

  @Override
  public RewriteFiles newRewrite() {
    return outside("newRewrite").newRewrite();
  }

  @Override
  public RewriteManifests rewriteManifests() {
    return outside("rewriteManifests").rewriteManifests();
  }

  @Override
  public ReplacePartitions newReplacePartitions() {
    return outside("newReplacePartitions").newReplacePartitions();
  }

  @Override
  public UpdateStatistics updateStatistics() {
    return outside("updateStatistics").updateStatistics();
  }

  @Override
  public UpdatePartitionStatistics updatePartitionStatistics() {
    return outside("updatePartitionStatistics").updatePartitionStatistics();
  }

  @Override
  public ExpireSnapshots expireSnapshots() {
    return outside("expireSnapshots").expireSnapshots();
  }

  @Override
  public ManageSnapshots manageSnapshots() {
    return outside("manageSnapshots").manageSnapshots();
  }

  @Override
  public Transaction newTransaction() {
    return outside("newTransaction").newTransaction();
  }
}
