package org.datxa.bridge.iceberg.internal;

import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Remembers the manifests that one attempt writes, so that a lost attempt leaves none of them. */
final class TrackedFiles implements FileIO {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(TrackedFiles.class);

  private final FileIO files;
  private final ConcurrentLinkedQueue<String> written = new ConcurrentLinkedQueue<>();

  TrackedFiles(FileIO files) {
    this.files = files;
  }

  @Override
  public InputFile newInputFile(String path) {
    return files.newInputFile(path);
  }

  @Override
  public InputFile newInputFile(String path, long length) {
    return files.newInputFile(path, length);
  }

  @Override
  public OutputFile newOutputFile(String path) {
    written.add(path);
    return files.newOutputFile(path);
  }

  @Override
  public void deleteFile(String path) {
    files.deleteFile(path);
  }

  /** Deletes what was written, after it was proven that nothing refers to it. */
  void deleteWritten() {
    for (String path : written) {
      try {
        files.deleteFile(path);
      } catch (RuntimeException e) {
        LOG.warn("An unused manifest is left: {}", path, e);
      }
    }
  }
}
