package org.datxa.bridge.iceberg.internal;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.datxa.bridge.iceberg.LocalFileIO;
import org.datxa.spi.Finding;

/** What an Iceberg store needs before its first branch. */
final class StartCheck {
  private final IcebergSettings settings;
  private final CatalogHandle catalog;
  private final Timing timing;
  private final List<Finding> findings = new ArrayList<>();

  StartCheck(IcebergSettings settings, CatalogHandle catalog, Timing timing) {
    this.settings = settings;
    this.catalog = catalog;
    this.timing = timing;
  }

  List<Finding> run() {
    checkKind();
    checkCatalog();
    settings.warehouseFolder().ifPresent(this::checkFolder);
    return findings;
  }

  private void checkKind() {
    if (settings.hadoopCatalog() && !settings.singleProcess()) {
      found(
          "HadoopCatalog loses acknowledged commits when several processes write",
          "use another catalog, or set 'warehouse.single_process' to true if one process alone"
              + " ever writes this warehouse");
    }
  }

  private void checkCatalog() {
    try {
      Catalog all = catalog.catalog();
      if (all instanceof SupportsNamespaces namespaces) {
        namespaces.listNamespaces();
      } else {
        all.listTables(Namespace.empty());
      }
    } catch (RuntimeException e) {
      found(
          "the catalog does not answer (" + e.getClass().getSimpleName() + ")",
          "check that it is up and that the 'catalog.*' properties are right");
    }
  }

  private void checkFolder(Path folder) {
    String probe = folder.resolve("dat-check-" + timing.unique()).toString();
    LocalFileIO files = new LocalFileIO();
    try {
      try (OutputStream out = files.newOutputFile(probe).create()) {
        out.write(1);
      }
      files.deleteFile(probe);
    } catch (IOException | RuntimeException e) {
      found(
          "the warehouse folder cannot be written (" + e.getClass().getSimpleName() + ")",
          "give this process the right to write in it, or free space");
    }
  }

  private void found(String problem, String nextStep) {
    findings.add(new Finding(settings.store(), problem, nextStep));
  }
}
