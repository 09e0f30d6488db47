package org.datxa.bridge.iceberg.internal;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Folders whose entries are on the disk. */
final class DurableFolders {
  private DurableFolders() {}

  /** Makes a folder and its parents; gives back the lowest one that was there before. */
  static Path create(Path folder) throws IOException {
    Path oldest = folder;
    while (!Files.isDirectory(oldest) && oldest.getParent() != null) {
      oldest = oldest.getParent();
    }
    Files.createDirectories(folder);
    return oldest;
  }

  /** Forces the entries of all folders from the one of a file up to the oldest. */
  static void force(Path file, Path oldest) throws IOException {
    if (File.separatorChar == '\\') {
      return; // Windows opens no folder, and writes their entries through
    }
    Path folder = file.toAbsolutePath().getParent();
    while (folder != null && folder.startsWith(oldest)) {
      try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
        channel.force(true);
      }
      folder = folder.getParent();
    }
  }
}
