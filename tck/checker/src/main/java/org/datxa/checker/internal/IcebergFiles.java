package org.datxa.checker.internal;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.ManifestContent;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.FileInfo;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.SeekableInputStream;
import org.apache.iceberg.io.SupportsPrefixOperations;
import org.datxa.checker.Violation;
import org.datxa.checker.Violation.Kind;
import org.datxa.checker.internal.StoreSeen.StagedFile;

/** Walks from every retained snapshot to the last byte that it needs. */
final class IcebergFiles {
  private static final Pattern STAGED =
      Pattern.compile(".*/data/dat/[0-9a-f-]{36}/([0-9a-f-]{36})/[^/]+");
  private static final byte[] PARQUET = {'P', 'A', 'R', '1'};

  private final String store;
  private final FileIO io;
  private final Map<Integer, PartitionSpec> specs;
  private final Set<String> manifests = new HashSet<>();
  private final Set<String> files = new HashSet<>();
  private final List<Violation> faults = new ArrayList<>();
  private final List<StagedFile> staged = new ArrayList<>();

  private IcebergFiles(String store, TableMetadata table, FileIO io) {
    this.store = store;
    this.io = io;
    this.specs = table.specsById();
  }

  static IcebergFiles of(String store, TableMetadata table, FileIO io) {
    IcebergFiles files = new IcebergFiles(store, table, io);
    table.snapshots().forEach(files::walk);
    if (io instanceof SupportsPrefixOperations listing) {
      files.listStaged(listing.listPrefix(table.location().replaceFirst("/$", "") + "/data/dat/"));
    }
    return files;
  }

  List<Violation> faults() {
    return faults;
  }

  /** Staged files that no retained snapshot names. */
  List<StagedFile> staged() {
    return staged;
  }

  private void walk(Snapshot snapshot) {
    String list = snapshot.manifestListLocation();
    if (list != null && isMissing(list, "the manifest list of snapshot " + snapshot.snapshotId())) {
      return;
    }
    try {
      snapshot.allManifests(io).stream().filter(it -> manifests.add(it.path())).forEach(this::walk);
    } catch (RuntimeException e) {
      damaged(list, e);
    }
  }

  private void walk(ManifestFile manifest) {
    if (isMissing(manifest.path(), "a manifest")) {
      return;
    }
    try (ManifestReader<? extends ContentFile<?>> reader = open(manifest)) {
      for (ContentFile<?> file : reader) {
        if (files.add(file.location())) {
          look(file.location(), file.fileSizeInBytes());
        }
      }
    } catch (IOException | RuntimeException e) {
      damaged(manifest.path(), e);
    }
  }

  private ManifestReader<? extends ContentFile<?>> open(ManifestFile manifest) {
    return manifest.content() == ManifestContent.DATA
        ? ManifestFiles.read(manifest, io, specs)
        : ManifestFiles.readDeleteManifest(manifest, io, specs);
  }

  private void look(String location, long length) {
    if (isMissing(location, "a data or delete file")) {
      return;
    }
    InputFile file = io.newInputFile(location);
    if (file.getLength() != length) {
      add(Kind.FILE_DAMAGED, location, length + " bytes", file.getLength() + " bytes");
    } else if (location.endsWith(".parquet") && !endsAsParquet(file)) {
      add(Kind.FILE_DAMAGED, location, "the end of a Parquet file", "something else");
    }
  }

  private static boolean endsAsParquet(InputFile file) {
    try (SeekableInputStream stream = file.newStream()) {
      stream.seek(Math.max(0, file.getLength() - PARQUET.length));
      return java.util.Arrays.equals(stream.readNBytes(PARQUET.length), PARQUET);
    } catch (IOException e) {
      return false;
    }
  }

  private boolean isMissing(String location, String what) {
    boolean missing = !io.newInputFile(location).exists();
    if (missing) {
      add(Kind.FILE_MISSING, location, what, "no file");
    }
    return missing;
  }

  private void damaged(String location, Exception e) {
    add(Kind.FILE_DAMAGED, location, "something that can be read", String.valueOf(e));
  }

  private void add(Kind kind, String location, String expected, String found) {
    Matcher whose = STAGED.matcher(location);
    String txn = whose.matches() ? whose.group(1) : "";
    faults.add(new Violation(kind, store, txn, location, expected, found));
  }

  private void listStaged(Iterable<FileInfo> all) {
    Set<String> named = new HashSet<>();
    files.forEach(location -> named.add(plain(location)));
    for (FileInfo file : all) {
      Matcher whose = STAGED.matcher(file.location());
      if (!named.contains(plain(file.location()))) {
        staged.add(new StagedFile(whose.matches() ? whose.group(1) : "", file.location()));
      }
    }
  }

  private static String plain(String location) {
    return location.replaceFirst("^file:/*", "/");
  }
}
