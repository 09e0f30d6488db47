package org.datxa.bridge.clickhouse.internal.jdbc;

import java.sql.SQLException;
import org.datxa.bridge.clickhouse.internal.payload.RowBatch;
import org.datxa.bridge.clickhouse.internal.sql.InsertStatement;
import org.datxa.bridge.clickhouse.internal.sql.SqlRefused;
import org.datxa.bridge.clickhouse.internal.store.TableCatalog;
import org.datxa.bridge.clickhouse.internal.table.TableName;
import org.datxa.spi.error.StoreException;

/** Turns INSERT statements into encoders for their tables. */
record Inserts(String database, TableCatalog catalog) {
  static InsertStatement parse(String sql) throws SQLException {
    try {
      return InsertStatement.parse(sql);
    } catch (SqlRefused e) {
      throw SqlErrors.of(e);
    }
  }

  RowEncoder encoder(InsertStatement insert) throws SQLException {
    TableName table = new TableName(insert.database().orElse(database), insert.table());
    try {
      return RowEncoder.of(insert, catalog.target(table));
    } catch (StoreException e) {
      throw SqlErrors.of(e);
    }
  }

  /** The rows of an INSERT without placeholders. */
  RowBatch literalRows(String sql) throws SQLException {
    InsertStatement insert = parse(sql);
    RowEncoder encoder = encoder(insert);
    RowBatch batch = encoder.newBatch();
    encoder.encode(new Object[0], batch);
    return batch;
  }
}
