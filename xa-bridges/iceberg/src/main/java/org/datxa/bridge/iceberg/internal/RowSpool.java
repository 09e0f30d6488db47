package org.datxa.bridge.iceberg.internal;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * Encoded rows of one table: in memory while they are few, then in a temporary file of this
 * process. They go into a staged file at stage, when the time of the transaction is known.
 */
final class RowSpool implements Closeable {
  private static final int TAIL_BYTES = 64 << 10;

  /** A place to go back to. */
  record Mark(long bytes, long rows) {}

  private final long inlineBytes;
  private ByteArrayOutputStream tail = new ByteArrayOutputStream();
  private FileChannel file;
  private Path path;
  private long inFile;
  private long rows;

  RowSpool(long inlineBytes) {
    this.inlineBytes = inlineBytes;
  }

  void add(byte[] row) throws IOException {
    tail.writeBytes(row);
    rows++;
    long most = file == null ? inlineBytes : TAIL_BYTES;
    if (tail.size() > most) {
      spill();
    }
  }

  private void spill() throws IOException {
    if (file == null) {
      path = Files.createTempFile("datxa-", ".rows");
      file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }
    ByteBuffer bytes = ByteBuffer.wrap(tail.toByteArray());
    long end = inFile;
    while (bytes.hasRemaining()) {
      end += file.write(bytes, end);
    }
    inFile = end; // not before: what was written in part is still in the tail
    tail.reset();
  }

  Mark mark() {
    return new Mark(inFile + tail.size(), rows);
  }

  /** Forgets everything that was added after a mark. */
  void backTo(Mark mark) throws IOException {
    if (mark.bytes() >= inFile) {
      byte[] kept = Arrays.copyOf(tail.toByteArray(), (int) (mark.bytes() - inFile));
      tail = new ByteArrayOutputStream();
      tail.writeBytes(kept);
    } else {
      tail.reset();
      inFile = mark.bytes();
      file.truncate(inFile);
    }
    rows = mark.rows();
  }

  boolean inline() {
    return file == null;
  }

  long rows() {
    return rows;
  }

  /** What an inline spool holds. */
  byte[] bytes() {
    return tail.toByteArray();
  }

  /** Everything, to be read once. */
  InputStream open() throws IOException {
    if (file == null) {
      return new ByteArrayInputStream(tail.toByteArray());
    }
    spill();
    return Files.newInputStream(path);
  }

  @Override
  public void close() {
    try {
      if (file != null) {
        file.close();
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot delete the temporary file " + path, e);
    }
  }
}
