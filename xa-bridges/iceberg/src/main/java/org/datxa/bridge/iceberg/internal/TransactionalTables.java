package org.datxa.bridge.iceberg.internal;

import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.datxa.bridge.iceberg.DatXaTable;
import org.datxa.bridge.iceberg.IcebergTables;
import org.datxa.spi.Participation;

/** Opens tables for whatever transaction the calling thread is in. */
final class TransactionalTables implements IcebergTables {
  private final CatalogHandle catalog;
  private final Participation participation;

  TransactionalTables(CatalogHandle catalog, Participation participation) {
    this.catalog = catalog;
    this.participation = participation;
  }

  @Override
  public DatXaTable table(String name) {
    TableIdentifier id = TableIdentifier.parse(name);
    HandleScope scope = HandleScope.current(participation);
    Table table = scope.branch().map(branch -> branch.table(id)).orElseGet(() -> catalog.load(id));
    return new TableHandle(id, table, scope);
  }
}
