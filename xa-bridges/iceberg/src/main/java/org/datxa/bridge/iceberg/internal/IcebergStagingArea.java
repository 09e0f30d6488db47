package org.datxa.bridge.iceberg.internal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.FileInfo;
import org.apache.iceberg.io.SupportsPrefixOperations;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.StagingArea;
import org.datxa.spi.error.StoreException;
import org.datxa.spi.error.StoreRefused;

/** The staged files of one journal, below all tables of the catalog. Rule C3. */
final class IcebergStagingArea implements StagingArea {
  private static final int MOST_TABLES = 10_000;

  private final String store;
  private final CatalogHandle catalog;
  private final UUID journalId;

  IcebergStagingArea(String store, CatalogHandle catalog, UUID journalId) {
    this.store = store;
    this.catalog = catalog;
    this.journalId = journalId;
  }

  @Override
  public List<Leftover> list() throws StoreException {
    List<Leftover> found = new ArrayList<>();
    try {
      for (TableIdentifier id : tables()) {
        listTable(id, found);
      }
    } catch (RuntimeException e) {
      throw IcebergErrors.refused(store, "the staged files cannot be listed whole", e);
    }
    return found;
  }

  private List<TableIdentifier> tables() throws StoreRefused {
    Catalog all = catalog.catalog();
    if (!(all instanceof SupportsNamespaces namespaces)) {
      return all.listTables(Namespace.empty());
    }
    List<TableIdentifier> tables = new ArrayList<>();
    Deque<Namespace> left = new ArrayDeque<>(namespaces.listNamespaces());
    Set<Namespace> seen = new HashSet<>();
    while (!left.isEmpty()) {
      Namespace namespace = left.remove();
      if (seen.add(namespace)) {
        visit(all, namespaces, namespace, tables, left);
      }
      if (tables.size() > MOST_TABLES) {
        throw new StoreRefused(
            store,
            ErrorKind.PERMANENT,
            "the catalog has more than " + MOST_TABLES + " tables; staged files are not listed",
            null);
      }
    }
    return tables;
  }

  private static void visit(
      Catalog all,
      SupportsNamespaces namespaces,
      Namespace namespace,
      List<TableIdentifier> tables,
      Deque<Namespace> left) {
    try {
      tables.addAll(all.listTables(namespace));
      left.addAll(namespaces.listNamespaces(namespace));
    } catch (NoSuchNamespaceException e) {
      left.remove(namespace); // dropped while it was listed
    }
  }

  private void listTable(TableIdentifier id, List<Leftover> found) throws StoreRefused {
    Map<UUID, Long> newest = new HashMap<>();
    try {
      for (FileInfo file : files(catalog.load(id), "")) {
        UUID datTxn = datTxn(file.location());
        if (datTxn != null) {
          newest.merge(datTxn, file.createdAtMillis(), Math::max);
        }
      }
    } catch (NoSuchTableException | NotFoundException e) {
      return; // dropped while it was listed
    }
    newest.forEach((datTxn, millis) -> found.add(new Leftover(datTxn, id.toString(), millis)));
  }

  private Iterable<FileInfo> files(Table table, String below) throws StoreRefused {
    if (table.io() instanceof SupportsPrefixOperations io) {
      return io.listPrefix(FilePaths.journalFolder(table.location(), journalId) + below);
    }
    throw new StoreRefused(
        store,
        ErrorKind.PERMANENT,
        "the files of " + table.name() + " cannot be listed: " + table.io().getClass().getName(),
        null);
  }

  private UUID datTxn(String location) {
    String mark = "/data/dat/" + journalId + "/";
    int start = location.lastIndexOf(mark) + mark.length();
    int end = location.indexOf('/', start);
    try {
      return end < 0 ? null : UUID.fromString(location.substring(start, end));
    } catch (IllegalArgumentException e) {
      return null; // not a folder of ours
    }
  }

  @Override
  public boolean applied(Leftover leftover) throws StoreException {
    try {
      Table table = catalog.load(TableIdentifier.parse(leftover.place()));
      TableMetadata state = CatalogHandle.operations(store, table).current();
      return AppliedMarks.applied(state, leftover.datTxn())
          || !named(table, state, paths(table, leftover)).isEmpty();
    } catch (RuntimeException e) {
      throw IcebergErrors.refused(store, "it cannot be told whether it was applied", e);
    }
  }

  private static Set<String> named(Table table, TableMetadata state, List<String> paths) {
    return new ReferencedFiles(state, table.io(), null).among(paths, state.snapshots());
  }

  private List<String> paths(Table table, Leftover leftover) throws StoreRefused {
    List<String> paths = new ArrayList<>();
    files(table, leftover.datTxn() + "/").forEach(file -> paths.add(file.location()));
    return paths;
  }

  @Override
  public void discard(Leftover leftover) throws StoreException {
    try {
      Table table = catalog.load(TableIdentifier.parse(leftover.place()));
      List<String> paths = paths(table, leftover); // before the state: only older files go
      TableMetadata state = CatalogHandle.operations(store, table).refresh();
      Set<String> named = named(table, state, paths);
      StagedFiles.delete(leftover.datTxn(), paths, named, table.io());
    } catch (RuntimeException e) {
      throw IcebergErrors.refused(store, "staged files of " + leftover.datTxn() + " are left", e);
    }
  }
}
