package org.datxa.bridge.iceberg.internal;

import java.util.List;
import java.util.stream.Stream;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * What a meta-transaction does to one table: one chunk.
 *
 * @param table its name
 * @param uuid the identity it had at stage
 * @param schemaId its schema at stage
 * @param base its current snapshot when the transaction first used it, or null
 * @param steps what is done, in order
 */
record StagedTable(
    TableIdentifier table, String uuid, int schemaId, Long base, List<StagedStep> steps) {
  StagedTable {
    steps = List.copyOf(steps);
  }

  Stream<StagedOperation> operations() {
    return steps.stream()
        .filter(StagedOperation.class::isInstance)
        .map(StagedOperation.class::cast);
  }

  /** The files that must be there for the steps to be applied. */
  List<StagedFile> added() {
    return operations().flatMap(o -> o.files().stream()).filter(f -> f.role().adds()).toList();
  }

  /** The files that DatXA staged. */
  List<String> ours() {
    return operations()
        .flatMap(o -> o.files().stream())
        .filter(StagedFile::ours)
        .map(StagedFile::path)
        .toList();
  }
}
