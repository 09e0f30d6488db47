package org.datxa.bridge.iceberg.internal;

import java.util.Map;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.expressions.Binder;
import org.apache.iceberg.expressions.Expression;

/** Where a recorded operation goes when it is committed, and what it needs to know until then. */
record OperationSink(TableIdentifier id, Table table, HandleScope scope) {
  void accept(StagedOperation operation) {
    scope.run(branch -> branch.add(id, operation));
  }

  Map<Integer, PartitionSpec> specs() {
    return table.specs();
  }

  /** The head of a branch as the transaction sees it, or null. */
  Long head(String branch) {
    SnapshotRef ref = table.refs().get(branch);
    return ref == null ? null : (Long) ref.snapshotId();
  }

  /** Refuses a filter over columns that the table does not have. */
  void requireBindable(Expression filter, boolean caseSensitive) {
    if (filter.op() != Expression.Operation.TRUE && filter.op() != Expression.Operation.FALSE) {
      Binder.bind(table.schema().asStruct(), filter, caseSensitive);
    }
  }
}
