package org.datxa.bridge.iceberg.internal;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.avro.Schema.Parser;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.iceberg.Schema;
import org.apache.iceberg.avro.AvroSchemaUtil;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.avro.DataWriter;
import org.apache.iceberg.data.avro.PlannedDataReader;

/** Rows as bytes: Avro's binary form of Iceberg's generic rows, one after another. */
final class RowFormat {
  private final Schema schema;
  private final org.apache.avro.Schema avro;
  private final DataWriter<GenericRecord> writer;
  private final ByteArrayOutputStream one = new ByteArrayOutputStream();
  private BinaryEncoder encoder;

  RowFormat(Schema schema) {
    this.schema = schema;
    this.avro = AvroSchemaUtil.convert(schema, "row");
    this.writer = DataWriter.create(new Parser().parse(avro.toString()));
  }

  byte[] encode(GenericRecord row) {
    one.reset();
    encoder = EncoderFactory.get().directBinaryEncoder(one, encoder);
    try {
      writer.write(row, encoder);
      encoder.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot encode a row", e);
    }
    return one.toByteArray();
  }

  /** Reads exactly the given number of rows. */
  Iterator<GenericRecord> decode(InputStream bytes, long count) {
    PlannedDataReader<GenericRecord> reader = PlannedDataReader.create(schema);
    reader.setSchema(avro);
    BinaryDecoder decoder = DecoderFactory.get().binaryDecoder(bytes, null);
    return new Iterator<>() {
      private long left = count;

      @Override
      public boolean hasNext() {
        return left > 0;
      }

      @Override
      public GenericRecord next() {
        if (left-- <= 0) {
          throw new NoSuchElementException();
        }
        return read(reader, decoder);
      }
    };
  }

  private static GenericRecord read(
      PlannedDataReader<GenericRecord> reader, BinaryDecoder decoder) {
    try {
      return reader.read(null, decoder);
    } catch (EOFException e) {
      throw new DamagedPayload("it holds fewer rows than it says", e);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot decode a row", e);
    }
  }
}
