package org.datxa.cdi;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import javax.sql.DataSource;
import org.apache.iceberg.data.Record;
import org.datxa.bridge.drevo.DrevoSession;
import org.datxa.bridge.iceberg.IcebergTables;

/** The example of the README. */
// readme: service
@ApplicationScoped
public class OrderService {
  @Inject
  @Store("shop")
  DataSource shop;

  @Inject
  @Store("graph")
  DrevoSession graph;

  @Inject IcebergTables lake; // the only store of the type

  @Transactional(rollbackOn = SQLException.class)
  public void place(long id, Record line) throws SQLException {
    try (Connection connection = shop.getConnection();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO item (id, note) VALUES (?, ?)")) {
      insert.setLong(1, id);
      insert.setString(2, "order " + id);
      insert.executeUpdate();
    }
    graph.run("CREATE (:Item {id: $id})", Map.of("id", id));
    lake.table("shop.line").append(line);
  }
}
// readme: end
