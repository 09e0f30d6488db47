package org.datxa.lab.drevo.graph;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.datxa.lab.drevo.pack.Unpacker;

/** Reads the records of a log. A record that is torn at the very end is left out. */
final class LogReader {

  private final Path file;
  private final ByteBuffer in;

  private LogReader(Path file, byte[] bytes) {
    this.file = file;
    this.in = ByteBuffer.wrap(bytes);
  }

  static List<List<?>> read(Path file) throws IOException {
    return Files.exists(file) ? new LogReader(file, Files.readAllBytes(file)).all() : List.of();
  }

  private List<List<?>> all() throws IOException {
    if (in.remaining() < LogFile.MAGIC.length
        || Arrays.mismatch(in.array(), LogFile.MAGIC) != LogFile.MAGIC.length) {
      throw new IOException(file + " is no log");
    }
    in.position(LogFile.MAGIC.length);
    List<List<?>> records = new ArrayList<>();
    for (byte[] next = next(); next != null; next = next()) {
      records.add((List<?>) Unpacker.value(next));
    }
    return records;
  }

  private byte[] next() throws IOException {
    if (in.remaining() < LogFile.HEADER || isZeros()) {
      return null;
    }
    int start = in.position();
    int length = in.getInt();
    int checksum = in.getInt();
    if (in.getInt() != LogFile.checksum(in.duplicate().position(start).limit(start + 8))) {
      throw corrupt(start);
    }
    if (length > in.remaining()) {
      return null;
    }
    byte[] bytes = new byte[length];
    in.get(bytes);
    if (LogFile.checksum(ByteBuffer.wrap(bytes)) == checksum) {
      return bytes;
    }
    if (in.hasRemaining()) {
      throw corrupt(start);
    }
    return null;
  }

  // a file system may have made a torn file longer before the bytes arrived
  private boolean isZeros() {
    ByteBuffer rest = in.duplicate();
    while (rest.hasRemaining()) {
      if (rest.get() != 0) {
        return false;
      }
    }
    return true;
  }

  private IOException corrupt(int place) {
    return new IOException(file + " is corrupt at byte " + place + ", before its end");
  }
}
