package org.datxa.bridge.iceberg.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.iceberg.FileFormat;

/** Names the files of one meta-transaction in one table, and remembers them. Rule C3. */
final class FilePaths {
  private final String folder;
  private final UUID datTxn;
  private final String writer;
  private final List<String> given = new ArrayList<>();

  FilePaths(String tableLocation, UUID journalId, UUID datTxn, String writer) {
    this.folder = journalFolder(tableLocation, journalId) + datTxn + "/";
    this.datTxn = datTxn;
    this.writer = writer;
  }

  /** Where all files of one journal lie below a table. Ends with a slash. */
  static String journalFolder(String tableLocation, UUID journalId) {
    String table =
        tableLocation.endsWith("/")
            ? tableLocation.substring(0, tableLocation.length() - 1)
            : tableLocation;
    return table + "/data/dat/" + journalId + "/";
  }

  String next(FileFormat format) {
    String path =
        folder
            + format.addExtension(
                datTxn + "-" + writer + "-" + String.format("%05d", given.size()));
    given.add(path);
    return path;
  }

  /** All paths that were given, also those of files that were never written. */
  List<String> given() {
    return List.copyOf(given);
  }
}
