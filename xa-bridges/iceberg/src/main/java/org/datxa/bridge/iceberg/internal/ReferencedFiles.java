package org.datxa.bridge.iceberg.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.ManifestContent;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.io.FileIO;

/** Which of some files a table names. */
final class ReferencedFiles {
  private final FileIO files;
  private final Map<Integer, PartitionSpec> specs;
  private final Set<Long> older;
  private final Set<String> seen = new HashSet<>();

  /**
   * Looks at one state of a table.
   *
   * @param base a snapshot that is older than the files, so that manifests of it and its ancestors
   *     are not read; null when there is none
   */
  ReferencedFiles(TableMetadata table, FileIO files, Long base) {
    this.files = files;
    this.specs = table.specsById();
    this.older = ancestors(table, base);
  }

  private static Set<Long> ancestors(TableMetadata table, Long base) {
    Set<Long> ids = new HashSet<>();
    Snapshot snapshot = base == null ? null : table.snapshot(base);
    while (snapshot != null && ids.add(snapshot.snapshotId())) {
      snapshot = snapshot.parentId() == null ? null : table.snapshot(snapshot.parentId());
    }
    return ids;
  }

  /** Those of the paths that one of the snapshots names. */
  Set<String> among(Collection<String> paths, Iterable<Snapshot> snapshots) {
    Set<String> wanted = new HashSet<>(paths);
    Set<String> found = new HashSet<>();
    for (Snapshot snapshot : snapshots) {
      if (!older.contains(snapshot.snapshotId()) && found.size() < wanted.size()) {
        lookInto(snapshot.allManifests(files), wanted, found);
      }
    }
    return found;
  }

  private void lookInto(List<ManifestFile> manifests, Set<String> wanted, Set<String> found) {
    for (ManifestFile manifest : manifests) {
      boolean before = manifest.snapshotId() != null && older.contains(manifest.snapshotId());
      if (!before && seen.add(manifest.path())) {
        read(manifest, wanted, found);
      }
    }
  }

  private void read(ManifestFile manifest, Set<String> wanted, Set<String> found) {
    try (ManifestReader<? extends ContentFile<?>> reader = open(manifest)) {
      for (ContentFile<?> file : reader) {
        if (wanted.contains(file.location())) {
          found.add(file.location());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the manifest " + manifest.path(), e);
    }
  }

  private ManifestReader<? extends ContentFile<?>> open(ManifestFile manifest) {
    return manifest.content() == ManifestContent.DATA
        ? ManifestFiles.read(manifest, files, specs)
        : ManifestFiles.readDeleteManifest(manifest, files, specs);
  }
}
