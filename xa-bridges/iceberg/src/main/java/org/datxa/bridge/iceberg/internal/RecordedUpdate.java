package org.datxa.bridge.iceberg.internal;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotAncestryValidator;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.SnapshotUpdate;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.ExpressionParser;
import org.datxa.bridge.iceberg.internal.StagedFile.Role;
import org.datxa.bridge.iceberg.internal.StagedOperation.Check;
import org.datxa.bridge.iceberg.internal.StagedOperation.Kind;

/**
 * An Iceberg operation that is written down instead of done; commit hands it to the transaction.
 */
abstract class RecordedUpdate<T extends SnapshotUpdate<T>> implements SnapshotUpdate<T> {
  private final OperationSink sink;
  private final Kind kind;
  private final List<StagedFile> files = new ArrayList<>();
  private final Set<Check> checks = EnumSet.noneOf(Check.class);
  private final List<String> deletedPaths = new ArrayList<>();
  private final List<String> neededPaths = new ArrayList<>();
  private final Map<String, String> summary = new HashMap<>();
  private String branch = SnapshotRef.MAIN_BRANCH;
  private Long from;
  private Expression rowFilter;
  private Expression conflictFilter;
  private boolean caseSensitive = true;
  private boolean committed;

  RecordedUpdate(OperationSink sink, Kind kind) {
    this.sink = sink;
    this.kind = kind;
  }

  abstract T self();

  T file(Role role, ContentFile<?> file) {
    files.add(StagedFile.of(role, false, file, sink.specs()));
    return self();
  }

  T check(Check check) {
    checks.add(check);
    return self();
  }

  T deletePath(CharSequence path) {
    deletedPaths.add(path.toString());
    return self();
  }

  T need(Iterable<? extends CharSequence> paths) {
    paths.forEach(path -> neededPaths.add(path.toString()));
    return check(Check.NEEDED_PATHS);
  }

  T from(long snapshotId) {
    from = snapshotId;
    return self();
  }

  T rows(Expression filter) {
    rowFilter = filter;
    return self();
  }

  T conflicts(Expression filter) {
    conflictFilter = filter;
    return self();
  }

  T sensitive(boolean yes) {
    caseSensitive = yes;
    return self();
  }

  @Override
  public T set(String property, String value) {
    if (property.startsWith("dat.")) {
      throw new IllegalArgumentException(
          "Summary keys that begin with 'dat.' are kept: " + property);
    }
    summary.put(property, value);
    return self();
  }

  @Override
  public T toBranch(String name) {
    branch = name;
    return self();
  }

  @Override
  public T deleteWith(Consumer<String> deleteFunc) {
    throw refused("deleteWith");
  }

  @Override
  public T stageOnly() {
    throw refused("stageOnly");
  }

  @Override
  public T validateWith(SnapshotAncestryValidator validator) {
    throw refused("validateWith");
  }

  @Override
  public T scanManifestsWith(ExecutorService executorService) {
    return self(); // manifests are read by whoever finishes
  }

  @Override
  public T writeManifestsWith(ExecutorService executorService, int threads) {
    return self(); // manifests are written by whoever finishes
  }

  @Override
  public Snapshot apply() {
    throw refused("apply");
  }

  static UnsupportedOperationException refused(String what) {
    return new UnsupportedOperationException(
        what + " is refused: the operation is applied after the decision, by any process.");
  }

  @Override
  public void commit() {
    if (committed) {
      throw new IllegalStateException("This operation was committed already.");
    }
    StagedOperation operation =
        new StagedOperation(
            kind,
            branch,
            from == null ? sink.head(branch) : from,
            files,
            json(rowFilter),
            json(conflictFilter),
            checks,
            caseSensitive,
            deletedPaths,
            neededPaths,
            summary);
    sink.accept(operation);
    committed = true;
  }

  private String json(Expression filter) {
    if (filter == null) {
      return null;
    }
    sink.requireBindable(filter, caseSensitive);
    return ExpressionParser.toJson(filter);
  }
}
