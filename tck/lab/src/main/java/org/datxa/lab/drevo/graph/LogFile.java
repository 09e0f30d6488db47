package org.datxa.lab.drevo.graph;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.zip.CRC32;
import org.datxa.lab.drevo.pack.Packer;

/**
 * A file that grows by whole records. Each has a header (its length, a checksum of its bytes, a
 * checksum of the header) and is written by one call; what cannot be written whole is taken back.
 */
final class LogFile implements AutoCloseable {

  static final byte[] MAGIC = "DATXLOG1".getBytes(StandardCharsets.US_ASCII);
  static final int HEADER = 12;

  private final FileChannel channel;
  private long end;
  private boolean broken;

  private LogFile(FileChannel channel, long end) {
    this.channel = channel;
    this.end = end;
  }

  /** Replaces the log by one of these records: either the old one or the whole new one is there. */
  static LogFile replace(Path file, Iterable<List<Object>> records) throws IOException {
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    FileChannel channel =
        FileChannel.open(
            fresh,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE);
    LogFile log = new LogFile(channel, 0);
    try {
      log.write(ByteBuffer.wrap(MAGIC));
      for (List<Object> record : records) {
        log.append(record);
      }
      log.sync();
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
      syncFolder(file.toAbsolutePath().getParent());
      return log;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  static void syncFolder(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  static int checksum(ByteBuffer bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return (int) crc.getValue();
  }

  synchronized long end() {
    return end;
  }

  synchronized void append(List<Object> record) throws IOException {
    byte[] bytes = Packer.bytes(record);
    ByteBuffer framed = ByteBuffer.allocate(HEADER + bytes.length);
    framed.putInt(bytes.length).putInt(checksum(ByteBuffer.wrap(bytes)));
    framed.putInt(checksum(framed.duplicate().flip())).put(bytes).flip();
    write(framed);
  }

  private void write(ByteBuffer bytes) throws IOException {
    if (broken) {
      throw new IOException("The log is broken since an earlier failure");
    }
    long start = end;
    try {
      while (bytes.hasRemaining()) {
        end += channel.write(bytes, end);
      }
    } catch (IOException e) {
      takeBack(start);
      throw e;
    }
  }

  /** Removes what was written after that place. */
  synchronized void takeBack(long place) throws IOException {
    broken = true;
    channel.truncate(place);
    end = place;
    broken = false;
  }

  void sync() throws IOException {
    channel.force(false);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
