package org.datxa.bridge.iceberg.internal;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.List;
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

/** Writes encoded rows into data files below the path of their meta-transaction. */
final class InlineFiles {
  private static final Logger LOG = LoggerFactory.getLogger(InlineFiles.class);

  private final Table table;
  private final Stamp stamp;
  private final FilePaths paths;

  InlineFiles(Table table, UUID journalId, Stamp stamp, String writer) {
    this.table = table;
    this.stamp = stamp;
    this.paths = new FilePaths(table.location(), journalId, stamp.datTxn(), writer);
  }

  /** The rows of a payload as an operation that names their files. */
  StagedOperation write(StagedRows rows) {
    Schema schema = SchemaParser.fromJson(rows.schema());
    PartitionSpec spec = table.specs().get(rows.specId());
    try (InputStream bytes = new ByteArrayInputStream(rows.bytes().bytes())) {
      return write(schema, spec, new RowFormat(schema).decode(bytes, rows.count()));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write rows of " + table.name(), e);
    }
  }

  StagedOperation write(Schema schema, PartitionSpec spec, Iterator<GenericRecord> rows)
      throws IOException {
    DatColumns columns = new DatColumns(schema);
    DataFileWriter writer = new DataFileWriter(table, schema, spec, paths);
    List<DataFile> files = null;
    try {
      while (rows.hasNext()) {
        GenericRecord row = rows.next();
        columns.fill(row, stamp.datTxn(), stamp.datTxTime());
        writer.write(row);
      }
      files = writer.finish();
    } finally {
      if (files == null) {
        writer.abandon();
      }
    }
    return StagedOperation.fastAppend(
        files.stream()
            .map(file -> StagedFile.of(StagedFile.Role.ADD, true, file, table.specs()))
            .toList());
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
