package org.datxa.checker.internal;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;
import org.datxa.checker.Violation;
import org.datxa.checker.internal.StoreSeen.Row;

/**
 * A table of an Iceberg catalog: its rows as they are scanned, its marks, all files that retained
 * snapshots need, and what is left of staged files.
 *
 * @param name the store
 * @param catalog the properties of the catalog
 * @param catalogName the name under which the catalog keeps its tables
 * @param table the table, with its namespace
 * @param key its key column
 */
public record IcebergReader(
    String name, Map<String, String> catalog, String catalogName, String table, String key)
    implements StoreReader {
  /**
   * Keeps a copy.
   *
   * @param name the store
   * @param catalog the properties
   * @param catalogName the name of the catalog
   * @param table the table
   * @param key the key column
   */
  public IcebergReader {
    catalog = Map.copyOf(catalog);
  }

  @Override
  public boolean twoPhase() {
    return false;
  }

  @Override
  public StoreSeen read() throws IOException {
    Catalog open = CatalogUtil.buildIcebergCatalog(catalogName, properties(), null);
    try {
      return read(open.loadTable(TableIdentifier.parse(table)));
    } finally {
      if (open instanceof Closeable closeable) {
        closeable.close();
      }
    }
  }

  /** Files on a disk are read with the checker's own eyes. */
  private Map<String, String> properties() {
    Map<String, String> properties = new HashMap<>(catalog);
    String files = properties.getOrDefault(CatalogProperties.FILE_IO_IMPL, "org.datxa");
    if (files.startsWith("org.datxa")) {
      properties.put(CatalogProperties.FILE_IO_IMPL, LocalFiles.class.getName());
    }
    return properties;
  }

  private StoreSeen read(Table loaded) {
    TableMetadata state = ((BaseTable) loaded).operations().current();
    IcebergMarks marks = IcebergMarks.of(name, state);
    IcebergFiles files = IcebergFiles.of(name, state, loaded.io());
    List<Violation> faults = new ArrayList<>(marks.faults());
    faults.addAll(files.faults());
    List<Row> rows = List.of();
    boolean readable = true;
    try {
      rows = rows(loaded);
    } catch (IOException | RuntimeException e) {
      readable = false;
      faults.add(
          new Violation(Violation.Kind.UNREADABLE, name, "", table, "rows", String.valueOf(e)));
    }
    return new StoreSeen(rows, readable, marks.marks(), List.of(), files.staged(), faults);
  }

  private List<Row> rows(Table loaded) throws IOException {
    List<Row> rows = new ArrayList<>();
    List<Types.NestedField> columns = loaded.schema().columns();
    try (CloseableIterable<Record> all = IcebergGenerics.read(loaded).build()) {
      for (Record record : all) {
        Map<String, String> texts = new LinkedHashMap<>();
        columns.forEach(
            column -> texts.put(column.name(), Values.text(record.getField(column.name()))));
        rows.add(new Row(Values.text(record.getField(key)), texts));
      }
    }
    return rows;
  }

  @Override
  public String toString() {
    return "iceberg " + name + ", " + table;
  }
}
