package org.datxa.bridge.iceberg.internal;

import org.apache.iceberg.TableMetadata;
import org.datxa.spi.error.StoreConflict;

/** Tells a table from another one of the same name. */
final class TableIdentity {
  private TableIdentity() {}

  static void require(String store, StagedTable staged, TableMetadata now) throws StoreConflict {
    if (!staged.uuid().equals(String.valueOf(now.uuid()))) {
      throw new StoreConflict(
          store,
          "the table "
              + staged.table()
              + " was dropped and recreated: the work was staged for "
              + staged.uuid()
              + ", now it is "
              + now.uuid(),
          null);
    }
  }
}
