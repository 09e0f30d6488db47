package org.datxa.readme;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import org.apache.iceberg.data.Record;
import org.datxa.Completed;
import org.datxa.DatXA;
import org.datxa.bridge.iceberg.IcebergTables;

/** Plain Java: a unit of work over three stores. */
final class PlainExample {
  private PlainExample() {}

  static Completed<Long> run(
      Map<String, String> postgres,
      Map<String, String> clickHouse,
      Map<String, String> catalog,
      Record row)
      throws SQLException {
    // readme: plain
    try (DatXA datxa =
        DatXA.builder()
            .journal("store:shop") // the decision goes into the commit of this store
            .store("shop", "postgresql", postgres) // url, user, password
            .store("facts", "clickhouse", clickHouse) // url, user, password
            .store("lake", "iceberg", catalog) // catalog.catalog-impl, catalog.warehouse, …
            .start()) {
      Completed<Long> done =
          datxa.call( // run again as a whole when it fails for a transient reason
              unit -> {
                try (Connection shop = datxa.dataSource("shop").getConnection();
                    PreparedStatement order =
                        shop.prepareStatement("INSERT INTO orders VALUES (?, 'open')");
                    Connection facts = datxa.dataSource("facts").getConnection();
                    PreparedStatement line =
                        facts.prepareStatement("INSERT INTO lines (id, item) VALUES (?, ?)")) {
                  order.setLong(1, 1);
                  order.executeUpdate();
                  line.setLong(1, 1);
                  line.setString(2, "tea");
                  line.addBatch();
                  line.executeBatch();
                }
                datxa.facade("lake", IcebergTables.class).table("shop.lines").append(row);
                return 1L;
              });
      return done; // decided; done.commit().pending() names stores still being rolled forward
    }
    // readme: end
  }
}
