package org.datxa.bridge.iceberg.internal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.catalog.TableIdentifier;
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
      for (TableIdentifier id : new CatalogTables(store, catalog).all()) {
        listTable(id, found);
      }
    } catch (RuntimeException e) {
      throw IcebergErrors.refused(store, "the staged files cannot be listed whole", e);
    }
    return found;
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
