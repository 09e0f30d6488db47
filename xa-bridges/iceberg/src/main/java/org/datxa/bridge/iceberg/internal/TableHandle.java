package org.datxa.bridge.iceberg.internal;

import java.util.List;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.Record;
import org.datxa.bridge.iceberg.DatXaTable;

/** One table in one scope. */
final class TableHandle implements DatXaTable {
  private final TableIdentifier id;
  private final Table table;
  private final HandleScope scope;

  TableHandle(TableIdentifier id, Table table, HandleScope scope) {
    this.id = id;
    this.table = table;
    this.scope = scope;
  }

  @Override
  public String name() {
    return id.toString();
  }

  @Override
  public void append(Iterable<? extends Record> records) {
    scope.run(branch -> branch.append(id, records));
  }

  @Override
  public void append(Record... records) {
    append(List.of(records));
  }

  @Override
  public Table asIcebergTable() {
    scope.requireUsable();
    return new JoinedTable(id, table, scope);
  }
}
