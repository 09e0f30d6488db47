package org.datxa.bridge.iceberg.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The disk below a local warehouse. */
final class WarehouseDisk {
  private static final Logger LOG = LoggerFactory.getLogger(WarehouseDisk.class);

  private WarehouseDisk() {}

  static OptionalLong freeBytes(Path warehouse) {
    Path folder = warehouse.toAbsolutePath();
    while (!Files.isDirectory(folder) && folder.getParent() != null) {
      folder = folder.getParent();
    }
    try {
      return OptionalLong.of(Files.getFileStore(folder).getUsableSpace());
    } catch (IOException e) {
      LOG.warn("The free space of the warehouse cannot be read", e);
      return OptionalLong.empty();
    }
  }
}
