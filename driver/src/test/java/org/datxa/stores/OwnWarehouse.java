package org.datxa.stores;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;

/** A catalog of Iceberg with a table {@code shop.line(id, note)}. */
record OwnWarehouse(Catalog catalog) {
  private static final TableIdentifier LINE = TableIdentifier.of("shop", "line");

  static OwnWarehouse create(Map<String, String> properties) {
    Map<String, String> ours = new HashMap<>(properties);
    ours.put("retryable_status_codes", "57P01,57P02,57P03"); // its server may be killed meanwhile
    Catalog catalog = CatalogUtil.buildIcebergCatalog("datxa", ours, null);
    ((SupportsNamespaces) catalog).createNamespace(Namespace.of("shop"));
    catalog.createTable(
        LINE,
        new Schema(
            Types.NestedField.required(1, "id", Types.LongType.get()),
            Types.NestedField.optional(2, "note", Types.StringType.get())));
    return new OwnWarehouse(catalog);
  }

  Table table() {
    return catalog.loadTable(LINE);
  }

  GenericRecord row(long id, String note) {
    GenericRecord row = GenericRecord.create(table().schema());
    row.setField("id", id);
    row.setField("note", note);
    return row;
  }

  long lines() {
    try (CloseableIterable<Record> rows = IcebergGenerics.read(table()).build()) {
      long count = 0;
      for (Record ignored : rows) {
        count++;
      }
      return count;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
