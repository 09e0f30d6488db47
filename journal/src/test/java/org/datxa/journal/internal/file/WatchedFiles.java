package org.datxa.journal.internal.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.util.ArrayList;
import java.util.List;
import org.h2.store.fs.FileBase;
import org.h2.store.fs.FilePath;
import org.h2.store.fs.FilePathWrapper;

/** Files under the prefix {@code watched:}, which note what is done to them, or fail at it. */
public final class WatchedFiles extends FilePathWrapper {
  /** What happens to a file. */
  enum Event {
    WRITE,
    FORCE
  }

  private static final List<Event> EVENTS = new ArrayList<>();
  private static Event failing;

  static void register() {
    FilePath.register(new WatchedFiles());
    clear();
  }

  static synchronized void clear() {
    EVENTS.clear();
    failing = null;
  }

  static synchronized void failAt(Event event) {
    failing = event;
  }

  static synchronized List<Event> events() {
    return List.copyOf(EVENTS);
  }

  private static synchronized void note(Event event) throws IOException {
    if (event == failing) {
      throw new IOException("No space left on the test's device");
    }
    EVENTS.add(event);
  }

  @Override
  public String getScheme() {
    return "watched";
  }

  @Override
  public FileChannel open(String mode) throws IOException {
    return new Watched(super.open(mode));
  }

  private static final class Watched extends FileBase {
    private final FileChannel file;

    Watched(FileChannel file) {
      this.file = file;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
      return file.read(target);
    }

    @Override
    public synchronized int read(ByteBuffer target, long position) throws IOException {
      return file.read(target, position);
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
      note(Event.WRITE);
      return file.write(source);
    }

    @Override
    public synchronized int write(ByteBuffer source, long position) throws IOException {
      note(Event.WRITE);
      return file.write(source, position);
    }

    @Override
    public void force(boolean metaData) throws IOException {
      note(Event.FORCE);
      file.force(metaData);
    }

    @Override
    public long position() throws IOException {
      return file.position();
    }

    @Override
    public FileChannel position(long position) throws IOException {
      file.position(position);
      return this;
    }

    @Override
    public long size() throws IOException {
      return file.size();
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
      file.truncate(size);
      return this;
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) throws IOException {
      return file.tryLock(position, size, shared);
    }

    @Override
    protected void implCloseChannel() throws IOException {
      file.close();
    }
  }
}
