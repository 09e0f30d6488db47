package org.datxa.bridge.iceberg.internal;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.io.FileIO;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.error.StoreRefused;

/** The catalog of one store, connected when it is first asked. */
final class CatalogHandle implements Closeable {
  private final IcebergSettings settings;
  private Catalog catalog;
  private boolean closed;

  CatalogHandle(IcebergSettings settings) {
    this.settings = settings;
  }

  synchronized Catalog catalog() {
    if (closed) {
      throw new IllegalStateException("The store '" + settings.store() + "' is closed.");
    }
    if (catalog == null) {
      catalog = CatalogUtil.buildIcebergCatalog(settings.catalogName(), settings.catalog(), null);
    }
    return catalog;
  }

  /** Loads a table, fresh. */
  Table load(TableIdentifier table) {
    return catalog().loadTable(table);
  }

  /** The same for a finisher or cleaner: a failure tells what it means. */
  Table require(TableIdentifier table) throws StoreRefused {
    try {
      return load(table);
    } catch (RuntimeException e) {
      throw IcebergErrors.refused(settings.store(), "the table " + table + " cannot be loaded", e);
    }
  }

  static TableOperations operations(String store, Table table) throws StoreRefused {
    if (table instanceof HasTableOperations has) {
      return has.operations();
    }
    throw new StoreRefused(
        store,
        ErrorKind.PERMANENT,
        "the catalog gives " + table.name() + " without its operations, so it cannot be committed",
        null);
  }

  /** The files of the warehouse, where the configuration names what reads and writes them. */
  FileIO warehouseFiles() throws StoreRefused {
    String impl = settings.catalog().get(CatalogProperties.FILE_IO_IMPL);
    if (impl == null) {
      throw new StoreRefused(
          settings.store(),
          ErrorKind.PERMANENT,
          "files of a table that is gone can only be deleted when 'catalog.io-impl' is set",
          null);
    }
    return CatalogUtil.loadFileIO(impl, settings.catalog(), null);
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (catalog instanceof Closeable open) {
      catalog = null;
      try {
        open.close();
      } catch (IOException e) {
        throw new UncheckedIOException("Cannot close the catalog of " + settings.store(), e);
      }
    }
  }
}
