package org.datxa.bridge.iceberg.internal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.apache.iceberg.io.PositionOutputStream;

/** Writes one file; once closed it is on the disk. */
final class DurableOutputStream extends PositionOutputStream {
  private final FileChannel channel;
  private final Path path;
  private final Path oldestFolder;
  private final ByteBuffer buffer = ByteBuffer.allocate(32 << 10);
  private long flushed;

  DurableOutputStream(FileChannel channel, Path path, Path oldestFolder) {
    this.channel = channel;
    this.path = path;
    this.oldestFolder = oldestFolder;
  }

  @Override
  public long getPos() {
    return flushed + buffer.position();
  }

  @Override
  public void write(int b) throws IOException {
    if (!buffer.hasRemaining()) {
      flush();
    }
    buffer.put((byte) b);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (length > buffer.remaining()) {
      flush();
    }
    if (length > buffer.remaining()) {
      send(ByteBuffer.wrap(bytes, offset, length));
    } else {
      buffer.put(bytes, offset, length);
    }
  }

  @Override
  public void flush() throws IOException {
    buffer.flip();
    send(buffer);
    buffer.clear();
  }

  private void send(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      flushed += channel.write(bytes);
    }
  }

  @Override
  public void close() throws IOException {
    if (!channel.isOpen()) {
      return;
    }
    try (channel) {
      flush();
      channel.force(true);
    }
    DurableFolders.force(path, oldestFolder);
  }
}
