package org.datxa.bridge.iceberg.internal;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.SeekableInputStream;

/** A file of a local disk, known by the location that it was asked for. */
public record LocalInputFile(String location, Path path) implements InputFile {
  @Override
  public long getLength() {
    if (!exists()) {
      throw new NotFoundException("No file %s", location);
    }
    return path.toFile().length();
  }

  @Override
  public SeekableInputStream newStream() {
    return org.apache.iceberg.Files.localInput(path.toFile()).newStream();
  }

  @Override
  public boolean exists() {
    return Files.isRegularFile(path);
  }
}
