package org.datxa.demo;

import java.util.List;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;

/** The tables of the shop. */
final class Tables {
  static final String LAKE_NAME = "shop.lines";

  static final Schema LAKE_LINES =
      new Schema(
          Types.NestedField.required(1, "orderkey", Types.LongType.get()),
          Types.NestedField.required(2, "linenumber", Types.IntegerType.get()),
          Types.NestedField.required(3, "shipdate", Types.DateType.get()),
          Types.NestedField.required(4, "quantity", Types.LongType.get()),
          Types.NestedField.required(5, "price", Types.DecimalType.of(15, 2)),
          Types.NestedField.required(6, "discount", Types.DecimalType.of(4, 2)),
          Types.NestedField.required(7, "tax", Types.DecimalType.of(4, 2)),
          Types.NestedField.optional(8, "dat_txn", Types.UUIDType.get()),
          Types.NestedField.optional(9, "dat_tx_time", Types.LongType.get()));

  static final List<String> LEDGER =
      List.of(
          "CREATE TABLE customers (custkey bigint PRIMARY KEY, name text NOT NULL,"
              + " balance numeric(15, 2) NOT NULL)",
          "CREATE TABLE orders (orderkey bigint PRIMARY KEY, custkey bigint NOT NULL,"
              + " orderdate date NOT NULL, totalprice numeric(15, 2) NOT NULL)");

  private Tables() {}

  static String facts(String database) {
    return "CREATE TABLE "
        + database
        + ".lines (orderkey Int64, linenumber Int32, shipdate Date, quantity Int64,"
        + " price Decimal(15, 2), discount Decimal(4, 2), tax Decimal(4, 2),"
        + " dat_txn UUID, dat_tx_time Int64) ENGINE = MergeTree ORDER BY (orderkey, linenumber)";
  }

  static void createLake(Catalog catalog) {
    ((SupportsNamespaces) catalog).createNamespace(Namespace.of("shop"));
    PartitionSpec byMonth = PartitionSpec.builderFor(LAKE_LINES).month("shipdate").build();
    catalog.createTable(TableIdentifier.parse(LAKE_NAME), LAKE_LINES, byMonth);
  }
}
