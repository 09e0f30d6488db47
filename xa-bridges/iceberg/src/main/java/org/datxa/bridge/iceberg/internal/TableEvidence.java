package org.datxa.bridge.iceberg.internal;

import java.util.List;
import java.util.UUID;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.io.FileIO;

/** Whether a table shows that staged work is in it. */
final class TableEvidence {
  private TableEvidence() {}

  /**
   * By its marks; or, where the history since the work was staged is gone, by its files.
   *
   * @param files what reads the manifests
   */
  static boolean applied(StagedTable staged, UUID datTxn, TableMetadata table, FileIO files) {
    return AppliedMarks.applied(table, datTxn)
        || (historyIsGone(staged, table) && names(staged, table, files));
  }

  /** The same, and always by its files too. */
  static boolean probed(StagedTable staged, UUID datTxn, TableMetadata table, FileIO files) {
    return AppliedMarks.applied(table, datTxn) || names(staged, table, files);
  }

  private static boolean historyIsGone(StagedTable staged, TableMetadata table) {
    return staged.base() != null && table.snapshot(staged.base()) == null;
  }

  private static boolean names(StagedTable staged, TableMetadata table, FileIO files) {
    List<String> ours = staged.ours();
    Snapshot current = table.currentSnapshot();
    if (ours.isEmpty() || current == null) {
      return false;
    }
    return !new ReferencedFiles(table, files, staged.base())
        .among(ours, List.of(current))
        .isEmpty();
  }
}
