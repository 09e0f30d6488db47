package org.datxa.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Where the lab keeps what it has unpacked, and the folders of its servers. */
final class LabFolders {

  /** Fills a folder that does not exist yet. */
  interface Filler {
    void fill(Path folder) throws IOException;
  }

  private static final Object IN_THIS_JVM = new Object();

  private LabFolders() {}

  static Path cache() {
    return LabSettings.text("datxa.lab.cache", "DATXA_LAB_CACHE")
        .map(Path::of)
        .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache", "datxa-lab"));
  }

  /** A new folder that is removed when this JVM ends. */
  static Path temporary(String prefix) {
    try {
      Path folder = Files.createTempDirectory("datxa-lab-" + prefix + "-");
      Watchdog.instance().remove(folder);
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The cached folder of that name, filled once for all processes; a half-filled one is redone. */
  static Path cached(String name, Filler filler) {
    Path folder = cache().resolve(name);
    Path marker = folder.resolve(".complete");
    if (Files.exists(marker)) {
      return folder;
    }
    synchronized (IN_THIS_JVM) {
      try {
        fillLocked(folder, marker, filler);
        return folder;
      } catch (IOException e) {
        throw new UncheckedIOException("The lab cannot fill " + folder, e);
      }
    }
  }

  private static void fillLocked(Path folder, Path marker, Filler filler) throws IOException {
    Files.createDirectories(folder.getParent());
    Path lockFile = folder.resolveSibling(folder.getFileName() + ".lock");
    try (FileChannel channel =
            FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      if (!lock.isValid() || Files.exists(marker)) {
        return;
      }
      delete(folder);
      Files.createDirectories(folder);
      filler.fill(folder);
      Files.createFile(marker);
    }
  }

  static void delete(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    try {
      for (Path path : deepestFirst(folder)) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> deepestFirst(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.sorted(Comparator.reverseOrder()).collect(Collectors.toList());
    }
  }
}
