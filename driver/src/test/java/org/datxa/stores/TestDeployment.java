package org.datxa.stores;

import jakarta.transaction.TransactionManager;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.datxa.DatXA;
import org.datxa.DatXaBuilder;
import org.datxa.OperatorEvent;
import org.datxa.lab.Lab;
import org.datxa.lab.LabPostgres;

/** Fresh databases in the lab and a configuration over them. */
final class TestDeployment {
  private final LabPostgres postgres = Lab.shared().postgres();
  private final Map<String, String> databases = new HashMap<>();
  private final Map<String, String> values = new HashMap<>();
  final List<OperatorEvent> events = new CopyOnWriteArrayList<>();

  TestDeployment() {
    values.put("recovery.interval_ms", "0");
    values.put("recovery.stale_after_ms", "0");
    values.put("settle_ms", "2000");
  }

  TestDeployment set(String key, String value) {
    values.put(key, value);
    return this;
  }

  TestDeployment postgres(String name) {
    String database = postgres.newDatabase(name);
    databases.put(name, database);
    postgres.execute(database, "CREATE TABLE item (id bigint PRIMARY KEY, note text)");
    return postgresAt(name, postgres.jdbcUrl(database));
  }

  TestDeployment postgresAt(String name, String url) {
    values.put("stores." + name + ".kind", "postgresql");
    values.put("stores." + name + ".url", url);
    values.put("stores." + name + ".user", postgres.user());
    values.put("stores." + name + ".password", postgres.password());
    return this;
  }

  TestDeployment journal() {
    String database = postgres.newDatabase("journal");
    databases.put("journal", database);
    return journalAt(postgres.jdbcUrl(database));
  }

  TestDeployment journalAt(String url) {
    values.put("journal", url);
    values.put("journal.user", postgres.user());
    values.put("journal.password", postgres.password());
    return this;
  }

  String url(String name) {
    return postgres.jdbcUrl(databases.get(name));
  }

  DatXA start() {
    return start(null);
  }

  DatXA start(TransactionManager manager) {
    DatXaBuilder builder = DatXA.builder().operatorListener(events::add);
    values.forEach(builder::set);
    if (manager != null) {
      builder.transactionManager(manager);
    }
    return builder.start();
  }

  static void insert(DatXA datxa, String store, long id) throws SQLException {
    try (Connection connection = datxa.dataSource(store).getConnection();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("INSERT INTO item VALUES (" + id + ", 'x')");
    }
  }

  long count(String name, String sql) {
    try (Connection connection = postgres.connect(databases.get(name));
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  long items(String name) {
    return count(name, "SELECT count(*) FROM item");
  }

  long prepared(String name) {
    return count(
        name, "SELECT count(*) FROM pg_prepared_xacts WHERE database = current_database()");
  }

  String states() {
    try (Connection connection = postgres.connect(databases.get("journal"));
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT coalesce(string_agg(state, ' ' ORDER BY dat_txn), '') FROM"
                    + " datxa.dat_journal")) {
      rows.next();
      return rows.getString(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
