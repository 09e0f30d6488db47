package org.datxa.bridge.iceberg.internal;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.iceberg.inmemory.InMemoryInputFile;
import org.apache.iceberg.inmemory.InMemoryOutputFile;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;

/** Reads real files, keeps written ones in memory and deletes nothing real: for a rehearsal. */
final class OverlayFiles implements FileIO {
  private static final long serialVersionUID = 1L;

  private final FileIO files;
  private final transient Map<String, InMemoryOutputFile> written = new ConcurrentHashMap<>();

  OverlayFiles(FileIO files) {
    this.files = files;
  }

  @Override
  public InputFile newInputFile(String path) {
    InMemoryOutputFile own = written.get(path);
    return own == null ? files.newInputFile(path) : new InMemoryInputFile(path, own.toByteArray());
  }

  @Override
  public OutputFile newOutputFile(String path) {
    InMemoryOutputFile own = new InMemoryOutputFile(path);
    written.put(path, own);
    return own;
  }

  @Override
  public void deleteFile(String path) {
    written.remove(path);
  }
}
