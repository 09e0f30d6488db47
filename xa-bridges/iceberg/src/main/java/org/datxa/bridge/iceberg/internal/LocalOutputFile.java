package org.datxa.bridge.iceberg.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;

/** A file to be written on a local disk. */
public record LocalOutputFile(String location, Path path) implements OutputFile {
  private static final int TRIES = 5;

  @Override
  public PositionOutputStream create() {
    return open(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
  }

  @Override
  public PositionOutputStream createOrOverwrite() {
    return open(
        StandardOpenOption.WRITE, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING);
  }

  private PositionOutputStream open(OpenOption... options) {
    try {
      for (int i = 1; ; i++) {
        Path oldest = DurableFolders.create(path.toAbsolutePath().getParent());
        try {
          return new DurableOutputStream(FileChannel.open(path, options), path, oldest);
        } catch (NoSuchFileException e) {
          if (i == TRIES) {
            throw e; // otherwise its folder went with the last file of somebody else: again
          }
        }
      }
    } catch (FileAlreadyExistsException e) {
      throw new AlreadyExistsException(e, "There is a file %s already", location);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write " + location, e);
    }
  }

  @Override
  public InputFile toInputFile() {
    return new LocalInputFile(location, path);
  }

  /** Whether the file is there, partly written or whole. */
  boolean exists() {
    return Files.exists(path);
  }
}
