package org.datxa.bridge.clickhouse.internal.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.datxa.bridge.clickhouse.internal.table.Column;
import org.datxa.bridge.clickhouse.internal.table.TableName;
import org.datxa.bridge.clickhouse.internal.table.TableReader;
import org.datxa.bridge.clickhouse.internal.table.TableShape;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.Finding;
import org.datxa.spi.Gid;
import org.datxa.spi.Stamp;
import org.datxa.spi.error.StoreException;
import org.datxa.spi.error.StoreRefused;

/** The table of applied markers. */
final class Markers {
  private final ServerAccess server;
  private final TableName name;

  Markers(ServerAccess server) {
    this.server = server;
    this.name = new TableName(server.settings().endpoint().database(), "dat_applied");
  }

  TableName name() {
    return name;
  }

  /** Makes the table if it is missing, and reports one of another shape. */
  List<Finding> check() throws StoreException {
    server
        .channel()
        .ask(
            "CREATE TABLE IF NOT EXISTS "
                + name.quoted()
                + " (dat_txn UUID, dat_tx_time Int64,"
                + " store String, applied_at DateTime64(3, 'UTC') DEFAULT now64(3))"
                + " ENGINE = ReplacingMergeTree ORDER BY dat_txn",
            Map.of());
    List<Finding> findings = new ArrayList<>();
    Optional<TableShape> shape = new TableReader(server.channel()).read(name);
    if (shape.isEmpty() || !fits(shape.get())) {
      findings.add(
          new Finding(
              server.store(),
              "table " + name + " does not have the shape of a table of applied markers",
              "rename it, or choose another database for this store"));
    }
    return findings;
  }

  private static boolean fits(TableShape shape) {
    return shape.isReplacing()
        && shape.sortingKey().equals("dat_txn")
        && hasColumn(shape, Column.DAT_TXN, "UUID")
        && hasColumn(shape, Column.DAT_TX_TIME, "Int64")
        && hasColumn(shape, "store", "String");
  }

  private static boolean hasColumn(TableShape shape, String column, String type) {
    return shape.column(column).filter(c -> c.type().equals(type)).isPresent();
  }

  /** H5: whether the markers are on every server that holds the rows. */
  boolean replicated() throws StoreException {
    return new TableReader(server.channel())
        .read(name)
        .filter(TableShape::isReplicated)
        .isPresent();
  }

  boolean contains(UUID datTxn) throws StoreException {
    List<List<String>> rows =
        server.rows(
            "SELECT toString(count()) FROM "
                + name.quoted()
                + " WHERE dat_txn = toUUID('"
                + datTxn
                + "') AND dat_tx_time > 0",
            1);
    return !rows.get(0).get(0).equals("0");
  }

  /** Writes a marker and reads it back: an acknowledgement alone is no proof. */
  void write(Gid gid, Stamp stamp) throws StoreException {
    server
        .channel()
        .ask(
            "INSERT INTO "
                + name.quoted()
                + " (dat_txn, dat_tx_time, store) SELECT "
                + Statements.stampValues(stamp)
                + ", '"
                + gid.store()
                + "'",
            Map.of("async_insert", "0", "insert_deduplicate", "0"));
    if (!contains(gid.datTxn())) {
      throw new StoreRefused(
          server.store(),
          ErrorKind.TRANSIENT,
          "the marker of " + gid + " was acknowledged but is not there",
          null);
    }
  }
}
