package org.datxa.bridge.iceberg.internal;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.encryption.EncryptedOutputFile;
import org.apache.iceberg.io.DataWriter;

/** Writes rows of one table into data files, one or more for each partition. */
final class DataFileWriter {
  private static final int CHECK_EVERY = 1000;

  private final Table table;
  private final PartitionSpec spec;
  private final GenericFileWriterFactory factory;
  private final PartitionKey key;
  private final InternalRecordWrapper wrapper;
  private final FilePaths paths;
  private final FileFormat format;
  private final long targetBytes;
  private final Map<PartitionKey, DataWriter<Record>> open = new HashMap<>();
  private final List<DataWriter<Record>> full = new ArrayList<>();
  private long written;

  DataFileWriter(Table table, Schema schema, PartitionSpec spec, FilePaths paths) {
    this.table = table;
    this.spec = spec;
    this.paths = paths;
    this.key = new PartitionKey(spec, schema);
    this.wrapper = new InternalRecordWrapper(schema.asStruct());
    this.format = format(table);
    this.targetBytes =
        Optional.ofNullable(table.properties().get(TableProperties.WRITE_TARGET_FILE_SIZE_BYTES))
            .map(Long::parseLong)
            .orElse(TableProperties.WRITE_TARGET_FILE_SIZE_BYTES_DEFAULT);
    this.factory =
        new GenericFileWriterFactory.Builder(table)
            .dataFileFormat(format)
            .dataSchema(schema)
            .build();
  }

  private static FileFormat format(Table table) {
    return FileFormat.fromString(
        table
            .properties()
            .getOrDefault(
                TableProperties.DEFAULT_FILE_FORMAT, TableProperties.DEFAULT_FILE_FORMAT_DEFAULT));
  }

  void write(Record row) {
    key.partition(wrapper.wrap(row));
    DataWriter<Record> writer = open.get(key);
    if (writer == null) {
      PartitionKey copy = key.copy();
      writer = newWriter(copy);
      open.put(copy, writer);
    }
    writer.write(row);
    if (++written % CHECK_EVERY == 0 && writer.length() > targetBytes) {
      full.add(open.remove(key));
    }
  }

  private DataWriter<Record> newWriter(PartitionKey partition) {
    EncryptedOutputFile file =
        table.encryption().encrypt(table.io().newOutputFile(paths.next(format)));
    return factory.newDataWriter(file, spec, spec.isPartitioned() ? partition : null);
  }

  /** Closes all files. */
  List<DataFile> finish() throws IOException {
    full.addAll(open.values());
    open.clear();
    closeAll();
    return full.stream().map(DataWriter::toDataFile).toList();
  }

  /** Gives up; the files stay where they are. What goes wrong with it is no reason of its own. */
  void abandon(Exception reason) {
    full.addAll(open.values());
    open.clear();
    for (DataWriter<Record> writer : full) {
      try {
        writer.close();
      } catch (IOException | RuntimeException e) {
        reason.addSuppressed(e);
      }
    }
  }

  private void closeAll() throws IOException {
    IOException first = null;
    for (DataWriter<Record> writer : full) {
      try {
        writer.close();
      } catch (IOException e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
