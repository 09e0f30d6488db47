package org.datxa.readme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.arjuna.ats.arjuna.recovery.RecoveryManager;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.types.Types;
import org.datxa.Commit;
import org.datxa.Completed;
import org.datxa.bridge.iceberg.LocalFileIO;
import org.datxa.lab.Lab;
import org.datxa.lab.LabClickHouse;
import org.datxa.lab.LabPostgres;
import org.junit.jupiter.api.Test;

/** The examples of the README do what they say, on real stores. */
class ExamplesTest {
  private static final Schema LINES =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "item", Types.StringType.get()));

  private final LabPostgres postgres = Lab.shared().postgres();
  private final LabClickHouse clickHouse = Lab.shared().clickHouse();
  private final String shop = postgres.newDatabase("readme");
  private final String facts = clickHouse.newDatabase("readme");

  ExamplesTest() {
    postgres.execute(shop, "CREATE TABLE orders (id bigint PRIMARY KEY, state text)");
    clickHouse.execute(
        "CREATE TABLE "
            + facts
            + ".lines (id Int64, item String, dat_txn UUID, dat_tx_time Int64)"
            + " ENGINE = MergeTree ORDER BY id");
  }

  private Map<String, String> shop() {
    return Map.of(
        "url", postgres.jdbcUrl(shop), "user", postgres.user(), "password", postgres.password());
  }

  private Map<String, String> facts() {
    return Map.of(
        "url", clickHouse.url() + "/" + facts,
        "user", clickHouse.user(),
        "password", clickHouse.password());
  }

  @Test
  void plainExampleCommitsInThreeStores() throws Exception {
    Map<String, String> plain = Lab.shared().newIceberg().catalogProperties();
    Map<String, String> catalog = new HashMap<>();
    plain.forEach((key, value) -> catalog.put("catalog." + key, value));
    Map<String, String> direct = new HashMap<>(plain);
    direct.put("io-impl", LocalFileIO.class.getName());
    Catalog tables = CatalogUtil.buildIcebergCatalog("datxa", direct, null);
    ((SupportsNamespaces) tables).createNamespace(Namespace.of("shop"));
    TableIdentifier name = TableIdentifier.of("shop", "lines");
    tables.createTable(name, LINES);
    GenericRecord row = GenericRecord.create(LINES);
    row.setField("id", 1L);

    Completed<Long> done = PlainExample.run(shop(), facts(), catalog, row);

    assertThat(done.value()).isEqualTo(1);
    assertThat(done.commit().how()).isEqualTo(Commit.How.COMMITTED);
    assertThat(clickHouse.query("SELECT count() FROM " + facts + ".lines")).containsExactly("1");
    assertThat(tables.loadTable(name).currentSnapshot().summary())
        .containsEntry("total-records", "1");
  }

  @Test
  void narayanaExampleCommitsInTwoStores() throws Exception {
    RecoveryManager.manager(RecoveryManager.DIRECT_MANAGEMENT);
    Properties settings = new Properties();
    settings.put("journal", "store:shop");
    settings.put("stores.shop.kind", "postgresql");
    settings.put("stores.facts.kind", "clickhouse");
    shop().forEach((key, value) -> settings.put("stores.shop." + key, value));
    facts().forEach((key, value) -> settings.put("stores.facts." + key, value));

    NarayanaExample.run(settings);

    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () ->
                assertThat(clickHouse.query("SELECT id FROM " + facts + ".lines"))
                    .containsExactly("2"));
  }
}
