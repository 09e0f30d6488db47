package org.datxa.bench;

import java.util.HashMap;
import java.util.Map;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.datxa.bridge.iceberg.LocalFileIO;
import org.datxa.lab.Lab;

/** Makes room for the rows in each system of the lab, and says how a store is configured there. */
final class BedPlaces {
  private BedPlaces() {}

  static Map<String, String> drevo(Lab lab) {
    return Map.of("url", lab.drevo().boltUri(), "database", lab.drevo().newDatabase("bench"));
  }

  static Map<String, String> clickHouse(Lab lab) {
    String database = lab.clickHouse().newDatabase("bench");
    lab.clickHouse()
        .execute(
            "CREATE TABLE "
                + database
                + ".sales (id Int64, day Date, price Decimal(15, 2), dat_txn UUID,"
                + " dat_tx_time Int64) ENGINE = MergeTree ORDER BY id");
    return Map.of(
        "url", lab.clickHouse().url() + "/" + database,
        "user", lab.clickHouse().user(),
        "password", lab.clickHouse().password());
  }

  static Map<String, String> iceberg(Lab lab) {
    Map<String, String> catalog = new HashMap<>(lab.newIceberg().catalogProperties());
    catalog.putIfAbsent("io-impl", LocalFileIO.class.getName());
    Catalog made = CatalogUtil.buildIcebergCatalog("bench", catalog, null);
    ((SupportsNamespaces) made).createNamespace(Namespace.of("bench"));
    made.createTable(
        TableIdentifier.parse("bench.sales"), BedRows.LAKE, PartitionSpec.unpartitioned());
    Map<String, String> properties = new HashMap<>(Map.of("catalog_name", "bench"));
    catalog.forEach((key, value) -> properties.put("catalog." + key, value));
    return properties;
  }
}
