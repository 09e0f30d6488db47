package org.datxa.bridge.iceberg.internal;

import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.ManifestFile;
import org.datxa.bridge.iceberg.internal.StagedFile.Role;
import org.datxa.bridge.iceberg.internal.StagedOperation.Kind;

/** An append that joins the transaction. */
final class RecordedAppend extends RecordedUpdate<AppendFiles> implements AppendFiles {
  RecordedAppend(OperationSink sink, Kind kind) {
    super(sink, kind);
  }

  @Override
  AppendFiles self() {
    return this;
  }

  @Override
  public AppendFiles appendFile(DataFile file) {
    return file(Role.ADD, file);
  }

  @Override
  public AppendFiles appendManifest(ManifestFile file) {
    throw refused("appendManifest");
  }
}
