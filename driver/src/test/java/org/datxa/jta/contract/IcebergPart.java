package org.datxa.jta.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.datxa.DatXA;
import org.datxa.bridge.iceberg.IcebergTables;
import org.datxa.lab.LabProxy;
import org.datxa.stores.TestDeployment;

/** An Iceberg store. */
final class IcebergPart extends StorePart {
  IcebergPart(String store) {
    super(store);
  }

  @Override
  void configure(TestDeployment into, LabProxy proxy) {
    lab = into.iceberg(store);
  }

  @Override
  void write(DatXA datxa, long id) {
    lab.line(datxa, store, id);
  }

  @Override
  void read(DatXA datxa) {
    datxa.facade(store, IcebergTables.class).table("shop.line").asIcebergTable();
  }

  @Override
  boolean has(long id) {
    try (CloseableIterable<Record> rows =
        IcebergGenerics.read(lab.table(store)).where(Expressions.equal("id", id)).build()) {
      return rows.iterator().hasNext();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
