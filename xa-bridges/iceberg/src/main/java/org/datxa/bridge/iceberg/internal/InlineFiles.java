package org.datxa.bridge.iceberg.internal;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SchemaParser;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericRecord;
import org.datxa.spi.Stamp;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes encoded rows into data files below the path of a meta-transaction. */
final class InlineFiles {
  private static final Logger LOG = LoggerFactory.getLogger(InlineFiles.class);

  /** Rows of one meta-transaction. */
  record Source(Stamp stamp, Iterator<GenericRecord> rows) {}

  /** What rows must share to share a file. */
  private record Shape(String schema, int specId) {}

  private final Table table;
  private final FilePaths paths;

  InlineFiles(Table table, UUID journalId, UUID datTxn, String writer) {
    this.table = table;
    this.paths = new FilePaths(table.location(), journalId, datTxn, writer);
  }

  /** The rows of many meta-transactions in as few files as their schemas allow. Rule K3. */
  List<StagedOperation> writeShared(List<Member> members) {
    Map<Shape, List<Source>> sources = new LinkedHashMap<>();
    for (Member member : members) {
      for (StagedStep step : member.staged().steps()) {
        StagedRows rows = (StagedRows) step;
        sources
            .computeIfAbsent(new Shape(rows.schema(), rows.specId()), shape -> new ArrayList<>())
            .add(source(member.branch().stamp(), rows));
      }
    }
    List<StagedOperation> operations = new ArrayList<>();
    sources.forEach((shape, rows) -> operations.add(write(shape, rows)));
    return operations;
  }

  /** The rows of one step of one meta-transaction. */
  StagedOperation write(Stamp stamp, StagedRows rows) {
    return write(new Shape(rows.schema(), rows.specId()), List.of(source(stamp, rows)));
  }

  private static Source source(Stamp stamp, StagedRows rows) {
    Schema schema = SchemaParser.fromJson(rows.schema());
    ByteArrayInputStream bytes = new ByteArrayInputStream(rows.bytes().bytes());
    return new Source(stamp, new RowFormat(schema).decode(bytes, rows.count()));
  }

  private StagedOperation write(Shape shape, List<Source> sources) {
    Schema schema = SchemaParser.fromJson(shape.schema());
    try {
      return write(schema, table.specs().get(shape.specId()), sources);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write rows of " + table.name(), e);
    }
  }

  StagedOperation write(Schema schema, PartitionSpec spec, List<Source> sources)
      throws IOException {
    DataFileWriter writer = new DataFileWriter(table, schema, spec, paths);
    List<DataFile> files;
    try {
      DatColumns columns = new DatColumns(schema);
      sources.forEach(source -> copy(source, columns, writer));
      files = writer.finish();
    } catch (IOException | RuntimeException e) {
      writer.abandon(e);
      throw e;
    }
    return StagedOperation.fastAppend(
        files.stream()
            .map(file -> StagedFile.of(StagedFile.Role.ADD, true, file, table.specs()))
            .toList());
  }

  private static void copy(Source source, DatColumns columns, DataFileWriter writer) {
    while (source.rows().hasNext()) {
      GenericRecord row = source.rows().next();
      columns.fill(row, source.stamp().datTxn(), source.stamp().datTxTime());
      writer.write(row);
    }
  }

  List<String> paths() {
    return paths.given();
  }

  /** Deletes all of them. Only after proof that no snapshot names them. Rule K3. */
  void delete() {
    for (String path : paths.given()) {
      try {
        table.io().deleteFile(path);
      } catch (RuntimeException e) {
        LOG.warn("An unused data file is left for the sweeper: {}", path, e);
      }
    }
  }
}
