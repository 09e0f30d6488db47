package org.datxa.checker.internal;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.iceberg.Files;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.FileInfo;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.SupportsPrefixOperations;

/** Iceberg files on a local disk, to be read only. */
public final class LocalFiles implements FileIO, SupportsPrefixOperations {
  private static final long serialVersionUID = 1L;

  /** For Iceberg, which makes it by its class name. */
  public LocalFiles() {}

  static Path path(String location) {
    return Path.of(location.startsWith("file:") ? URI.create(location).getPath() : location);
  }

  @Override
  public InputFile newInputFile(String location) {
    return new Renamed(Files.localInput(path(location).toFile()), location);
  }

  @Override
  public OutputFile newOutputFile(String location) {
    throw new UnsupportedOperationException("The checker writes nothing: " + location);
  }

  @Override
  public void deleteFile(String location) {
    throw new UnsupportedOperationException("The checker deletes nothing: " + location);
  }

  @Override
  public void deletePrefix(String prefix) {
    throw new UnsupportedOperationException("The checker deletes nothing: " + prefix);
  }

  @Override
  public Iterable<FileInfo> listPrefix(String prefix) {
    Path folder = path(prefix);
    if (!folder.toFile().isDirectory()) {
      return List.of();
    }
    try (Stream<Path> tree = java.nio.file.Files.walk(folder)) {
      return tree.filter(java.nio.file.Files::isRegularFile)
          .map(file -> describe(prefix, folder, file))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list " + prefix, e);
    }
  }

  private static FileInfo describe(String prefix, Path folder, Path path) {
    File file = path.toFile();
    String start = prefix.endsWith("/") ? prefix : prefix + "/";
    String rest = folder.relativize(path).toString().replace(File.separatorChar, '/');
    return new FileInfo(start + rest, file.length(), file.lastModified());
  }

  /** A file under the name that the table has for it. */
  private record Renamed(InputFile file, String location) implements InputFile {
    @Override
    public long getLength() {
      return file.getLength();
    }

    @Override
    public org.apache.iceberg.io.SeekableInputStream newStream() {
      return file.newStream();
    }

    @Override
    public boolean exists() {
      return file.exists();
    }
  }
}
