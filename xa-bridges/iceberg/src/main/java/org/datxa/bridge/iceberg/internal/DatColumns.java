package org.datxa.bridge.iceberg.internal;

import java.util.UUID;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** The columns that DatXA fills itself, where a table has them. */
final class DatColumns {
  static final String TXN = "dat_txn";
  static final String TIME = "dat_tx_time";
  private static final int NONE = -1;

  private final int txn;
  private final boolean txnAsText;
  private final int time;

  DatColumns(Schema schema) {
    this.txn = position(schema, TXN);
    this.time = position(schema, TIME);
    this.txnAsText = txn != NONE && type(schema, txn).typeId() == Type.TypeID.STRING;
    if (txn != NONE && !txnAsText && type(schema, txn).typeId() != Type.TypeID.UUID) {
      throw new IllegalArgumentException("The column dat_txn must be uuid or string.");
    }
    if (time != NONE && type(schema, time).typeId() != Type.TypeID.LONG) {
      throw new IllegalArgumentException("The column dat_tx_time must be long.");
    }
  }

  static boolean isOne(String name, String path) {
    return path.isEmpty() && (name.equals(TXN) || name.equals(TIME));
  }

  private static int position(Schema schema, String name) {
    Types.NestedField field = schema.asStruct().field(name);
    return field == null ? NONE : schema.columns().indexOf(field);
  }

  private static Type type(Schema schema, int position) {
    return schema.columns().get(position).type();
  }

  /** Puts the stamp into a row, over whatever it brought. */
  void fill(GenericRecord row, UUID datTxn, long datTxTime) {
    if (txn != NONE) {
      row.set(txn, txnAsText ? datTxn.toString() : datTxn);
    }
    if (time != NONE) {
      row.set(time, datTxTime);
    }
  }
}
