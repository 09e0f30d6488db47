package org.datxa.bridge.iceberg.internal;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.SnapshotRef;

/**
 * One Iceberg operation, as it was handed over.
 *
 * @param kind which one
 * @param branch the branch of the table that it goes to
 * @param from the snapshot after which changes of others may conflict, or null for the beginning
 * @param files the files that it names
 * @param rowFilter which rows it replaces or deletes, as Iceberg's JSON, or null
 * @param conflictFilter which rows of others conflict, as Iceberg's JSON, or null
 * @param checks what is to be validated
 * @param caseSensitive whether names in filters are
 * @param deletedPaths files to delete that are known by path only
 * @param neededPaths data files that must still be there
 * @param summary what the application puts into the snapshot's summary
 */
record StagedOperation(
    Kind kind,
    String branch,
    Long from,
    List<StagedFile> files,
    String rowFilter,
    String conflictFilter,
    Set<Check> checks,
    boolean caseSensitive,
    List<String> deletedPaths,
    List<String> neededPaths,
    Map<String, String> summary)
    implements StagedStep {
  /** Which operation. */
  enum Kind {
    APPEND,
    FAST_APPEND,
    OVERWRITE,
    DELETE,
    ROW_DELTA
  }

  /** What the application asked to be validated. */
  enum Check {
    NO_CONFLICTING_DATA,
    NO_CONFLICTING_DELETES,
    NEEDED_PATHS,
    DELETED_FILES,
    ADDED_MATCH_FILTER,
    FILES_EXIST;

    /** Whether it looks at what others did since the transaction began. */
    boolean concurrent() {
      return this != ADDED_MATCH_FILTER && this != FILES_EXIST;
    }
  }

  StagedOperation {
    files = List.copyOf(files);
    checks = checks.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(checks));
    deletedPaths = List.copyOf(deletedPaths);
    neededPaths = List.copyOf(neededPaths);
    summary = Map.copyOf(summary);
  }

  static StagedOperation fastAppend(List<StagedFile> files) {
    return new StagedOperation(
        Kind.FAST_APPEND,
        SnapshotRef.MAIN_BRANCH,
        null,
        files,
        null,
        null,
        Set.of(),
        true,
        List.of(),
        List.of(),
        Map.of());
  }

  @Override
  public boolean plainAppend() {
    return (kind == Kind.APPEND || kind == Kind.FAST_APPEND)
        && branch.equals(SnapshotRef.MAIN_BRANCH);
  }

  /** Whether changes of others since {@link #from} may make it fail. */
  boolean guarded() {
    return checks.stream().anyMatch(Check::concurrent);
  }
}
