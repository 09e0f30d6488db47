package org.datxa.jta.contract;

import java.sql.Connection;
import java.sql.Statement;
import org.datxa.DatXA;
import org.datxa.lab.Lab;
import org.datxa.lab.LabProxy;
import org.datxa.stores.TestDeployment;

/** A PostgreSQL store, reached through the proxy. */
final class PostgresPart extends PreparingPart {
  PostgresPart(String store) {
    super(store);
  }

  @Override
  void configure(TestDeployment into, LabProxy proxy) {
    lab = into.postgres(store);
    lab.execute(store, "ALTER TABLE item ADD UNIQUE (note) DEFERRABLE INITIALLY DEFERRED");
    lab.postgresAt(store, proxy.through(lab.url(store)));
    lab.set("stores." + store + ".lock_timeout_ms", "500");
    lab.set("stores." + store + ".socket_timeout_ms", "3000");
    lab.set("stores." + store + ".pool.acquire_timeout_ms", "1000");
    lab.set("stores." + store + ".connect_timeout_ms", "2000");
  }

  @Override
  void write(DatXA datxa, long id) throws Exception {
    run(datxa, "INSERT INTO item VALUES (" + id + ", 'row " + id + "')");
  }

  @Override
  void read(DatXA datxa) throws Exception {
    run(datxa, "SELECT count(*) FROM item");
  }

  void run(DatXA datxa, String sql) throws Exception {
    try (Connection connection = datxa.dataSource(store).getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  boolean has(long id) {
    return lab.count(store, "SELECT count(*) FROM item WHERE id = " + id) == 1;
  }

  @Override
  void doomBefore(long id) {
    lab.execute(store, "INSERT INTO item VALUES (" + -id + ", 'row " + id + "')");
  }

  @Override
  long prepared() {
    return lab.prepared(store);
  }

  @Override
  String preparedName() {
    return lab.text(
        store, "SELECT min(gid) FROM pg_prepared_xacts WHERE database = current_database()");
  }

  @Override
  long openTransactions() {
    return lab.count(
        store,
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            + " AND pid <> pg_backend_pid() AND state LIKE 'idle in transaction%'");
  }

  @Override
  void prepareForeign(String name) {
    lab.execute(store, "BEGIN; SELECT 1; PREPARE TRANSACTION '" + name + "'");
  }

  @Override
  void rollbackForeign(String name) {
    lab.execute(store, "ROLLBACK PREPARED '" + name + "'");
  }

  @Override
  void endPrepared(String how) {
    lab.execute(store, how + " PREPARED '" + preparedName() + "'");
  }

  @Override
  void killSessions() {
    lab.text(
        store,
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
            + " WHERE datname = current_database() AND pid <> pg_backend_pid()");
  }

  String user() {
    return Lab.shared().postgres().user();
  }
}
