package org.datxa.bridge.iceberg;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.iceberg.io.FileInfo;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.SupportsPrefixOperations;
import org.datxa.bridge.iceberg.internal.LocalInputFile;
import org.datxa.bridge.iceberg.internal.LocalOutputFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Iceberg files on a local disk. A file that was closed is on the disk, its folder entry too: what
 * a decision refers to survives a power failure. A folder goes with its last file.
 */
public final class LocalFileIO implements SupportsPrefixOperations {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(LocalFileIO.class);

  /** For Iceberg, which makes it by its class name. */
  public LocalFileIO() {}

  /**
   * The path behind a location.
   *
   * @param location {@code file:} URL or absolute path
   * @return the path
   */
  public static Path path(String location) {
    if (location.startsWith("file:")) {
      String rest = location.substring("file:".length());
      return Path.of(rest.startsWith("//") ? URI.create(location).getPath() : rest);
    }
    return Path.of(location);
  }

  @Override
  public InputFile newInputFile(String location) {
    return new LocalInputFile(location, path(location));
  }

  @Override
  public OutputFile newOutputFile(String location) {
    return new LocalOutputFile(location, path(location));
  }

  @Override
  public void deleteFile(String location) {
    Path path = path(location);
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot delete " + location, e);
    }
    deleteIfEmpty(path.getParent());
  }

  /** Other files may be left in it; and the root of a volume, or of what one may write, stays. */
  private static void deleteIfEmpty(Path folder) {
    try {
      if (folder != null) {
        Files.deleteIfExists(folder);
      }
    } catch (IOException e) {
      LOG.trace("The folder {} is left", folder, e);
    }
  }

  @Override
  public Iterable<FileInfo> listPrefix(String prefix) {
    Path folder = path(prefix);
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> tree = Files.walk(folder)) {
      List<Path> files = tree.filter(Files::isRegularFile).toList();
      return files.stream().map(file -> describe(prefix, folder, file)).toList();
    } catch (NoSuchFileException e) {
      return List.of(); // gone while it was listed
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list " + prefix, e);
    }
  }

  private static FileInfo describe(String prefix, Path folder, Path file) {
    String relative = folder.relativize(file).toString().replace(File.separatorChar, '/');
    String start = prefix.endsWith("/") ? prefix : prefix + "/";
    File plain = file.toFile();
    return new FileInfo(start + relative, plain.length(), plain.lastModified());
  }

  @Override
  public void deletePrefix(String prefix) {
    for (FileInfo file : listPrefix(prefix)) {
      deleteFile(file.location());
    }
  }
}
