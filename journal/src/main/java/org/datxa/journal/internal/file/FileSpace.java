package org.datxa.journal.internal.file;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import org.h2.mvstore.MVStoreTool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The space that a file takes. An open file only grows, since space that is used twice is not safe
 * in a crash; when it is opened the next time, what is in use is copied into a file that then takes
 * its place in one step.
 */
final class FileSpace {
  private static final Logger LOG = LoggerFactory.getLogger(FileSpace.class);
  private static final String SCHEME = "file:";
  private static final long MOST_BYTES = 64L << 20;

  private final String name;
  private final long mostBytes;

  FileSpace(String name) {
    this(name, MOST_BYTES);
  }

  FileSpace(String name, long mostBytes) {
    this.name = name;
    this.mostBytes = mostBytes;
  }

  /**
   * Opens the file, copied first when it is large. Whoever opens one holds a lock beside it
   * meanwhile, so that nobody has the file that is about to be replaced.
   */
  FileDatabase open() throws SQLException {
    if (!name.startsWith(SCHEME)) {
      return FileDatabase.open(name);
    }
    try (FileChannel beside =
            FileChannel.open(beside(".open"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock turn = turn(beside)) {
      if (!turn.isValid()) {
        throw new IOException("it was lost");
      }
      return opened();
    } catch (IOException e) {
      throw new SQLException("the lock beside it cannot be taken: " + e.getMessage(), e);
    }
  }

  private static FileLock turn(FileChannel beside) throws IOException {
    try {
      FileLock turn = beside.tryLock();
      if (turn != null) {
        return turn;
      }
    } catch (OverlappingFileLockException e) {
      throw new IOException("another journal of this process is opening it", e);
    }
    throw new IOException("another process is opening it");
  }

  private FileDatabase opened() throws SQLException, IOException {
    FileDatabase database = FileDatabase.open(name); // or it is refused: somebody has it open
    Path file = beside(".mv.db");
    try {
      force(file.toAbsolutePath().getParent());
      if (Files.size(file) <= mostBytes) {
        return database;
      }
    } catch (IOException e) {
      database.close();
      throw e;
    }
    database.close();
    compact(file);
    return FileDatabase.open(name);
  }

  // The file's own entry must be on the disk before anything in it is acknowledged.
  private static void force(Path folder) throws IOException {
    if (File.separatorChar == '\\') {
      return; // Windows opens no folder, and writes their entries through
    }
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  // A copy that fails leaves the file as it was, large.
  private void compact(Path file) throws IOException {
    long before = Files.size(file);
    try {
      MVStoreTool.compact(file.toString(), false);
      force(file.toAbsolutePath().getParent());
      LOG.info("The journal's file {} had {} bytes, now {}", file, before, Files.size(file));
    } catch (RuntimeException e) { // H2 copies in threads of its own, and wraps what they throw
      LOG.warn("The journal's file {} could not be compacted: {}", file, e.getMessage());
    }
  }

  private Path beside(String suffix) {
    String path = name.substring(SCHEME.length());
    int settings = path.indexOf(';');
    return Path.of((settings < 0 ? path : path.substring(0, settings)) + suffix);
  }
}
