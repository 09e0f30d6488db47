package org.datxa.bridge.iceberg.internal;

import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.error.StoreException;
import org.datxa.spi.error.StoreRefused;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The files that a payload names: whether they are whole, and how they go after an abort. */
final class StagedFiles {
  private static final Logger LOG = LoggerFactory.getLogger(StagedFiles.class);

  private StagedFiles() {}

  /**
   * Iceberg commits files that are not there without complaint, and the table is then unreadable.
   */
  static void require(String store, StagedTable staged, FileIO files) throws StoreRefused {
    for (StagedFile file : staged.added()) {
      InputFile there = files.newInputFile(file.path());
      if (!there.exists()) {
        throw damaged(store, staged, file, "is missing");
      }
      if (there.getLength() != file.length()) {
        throw damaged(store, staged, file, "has " + there.getLength() + " bytes");
      }
    }
  }

  private static StoreRefused damaged(
      String store, StagedTable staged, StagedFile file, String what) {
    return new StoreRefused(
        store,
        ErrorKind.PERMANENT,
        "the file "
            + file.path()
            + " for "
            + staged.table()
            + " "
            + what
            + ", expected were "
            + file.length()
            + " bytes; restore it, then recovery goes on",
        null);
  }

  /** Deletes what DatXA staged, except what a retained snapshot names. Rule C3. */
  static void discard(String store, CatalogHandle catalog, UUID datTxn, StagedTable staged)
      throws StoreException {
    List<String> ours = staged.ours();
    if (ours.isEmpty()) {
      return;
    }
    try {
      Table table = catalog.load(staged.table());
      TableMetadata state = CatalogHandle.operations(store, table).current();
      Set<String> named =
          new ReferencedFiles(state, table.io(), staged.base()).among(ours, state.snapshots());
      delete(datTxn, ours, named, table.io());
    } catch (NoSuchTableException e) {
      LOG.info("The table {} is gone; its staged files of {} go too", staged.table(), datTxn);
      deleteWithoutTable(store, catalog, datTxn, ours);
    } catch (RuntimeException e) {
      throw leftover(store, datTxn, e);
    }
  }

  private static void deleteWithoutTable(
      String store, CatalogHandle catalog, UUID datTxn, List<String> ours) throws StoreRefused {
    try (FileIO files = catalog.warehouseFiles()) {
      delete(datTxn, ours, Set.of(), files);
    } catch (RuntimeException e) {
      throw leftover(store, datTxn, e);
    }
  }

  private static StoreRefused leftover(String store, UUID datTxn, RuntimeException e) {
    return IcebergErrors.refused(store, "staged files of " + datTxn + " may be left", e);
  }

  static void delete(UUID datTxn, List<String> paths, Set<String> named, FileIO files) {
    for (String path : paths) {
      if (named.contains(path)) {
        LOG.warn("A snapshot names {} of {}, which was to be deleted; it stays", path, datTxn);
      } else {
        files.deleteFile(path);
      }
    }
  }
}
