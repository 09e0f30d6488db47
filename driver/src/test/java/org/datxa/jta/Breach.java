package org.datxa.jta;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import org.apache.iceberg.expressions.Expressions;
import org.datxa.DatXA;
import org.datxa.bridge.iceberg.IcebergTables;
import org.datxa.lab.LabDrevo;
import org.datxa.stores.TestDeployment;

/** Ways in which a store ends its branch otherwise than it was asked to, after its vote. */
enum Breach {
  POSTGRESQL_ROLLS_BACK("pg"),
  POSTGRESQL_COMMITS("pg"),
  DREVO_ROLLS_BACK("graph"),
  DREVO_COMMITS("graph"),
  DREVO_TIMES_OUT("graph"),
  ICEBERG_LOSES("lake");

  final String store;

  Breach(String store) {
    this.store = store;
  }

  TestDeployment configure(TestDeployment lab, LabDrevo server) {
    return switch (store) {
      case "pg" -> lab.postgres(store);
      case "graph" -> lab.drevoOn(server, store);
      default -> lab.iceberg(store);
    };
  }

  /** What was there before the transaction. */
  void prepareTable(TestDeployment lab, DatXA datxa) {
    if (this == ICEBERG_LOSES) {
      lab.line(datxa, store, 1);
    }
  }

  void write(DatXA datxa) throws Exception {
    switch (store) {
      case "pg" -> TestDeployment.insert(datxa, store, 1);
      case "graph" -> TestDeployment.node(datxa, store, 1);
      default ->
          datxa
              .facade(store, IcebergTables.class)
              .table("shop.line")
              .asIcebergTable()
              .newOverwrite()
              .overwriteByRowFilter(Expressions.alwaysTrue())
              .validateNoConflictingData()
              .commit();
    }
  }

  boolean isWritten(TestDeployment lab) {
    return switch (store) {
      case "pg" -> lab.items(store) == 1;
      case "graph" -> lab.nodes(store) == 1;
      default -> lab.lines(store) == 0;
    };
  }

  /** Breaks the promise; outside the transaction. */
  void happen(TestDeployment lab, DatXA datxa, LabDrevo server) {
    switch (this) {
      case POSTGRESQL_ROLLS_BACK -> inPostgres(lab, "ROLLBACK");
      case POSTGRESQL_COMMITS -> inPostgres(lab, "COMMIT");
      case DREVO_ROLLS_BACK -> inDrevo(lab, server, "rollbackPrepared");
      case DREVO_COMMITS -> inDrevo(lab, server, "commitPrepared");
      case DREVO_TIMES_OUT -> timeOut(lab, server);
      default -> lab.line(datxa, store, 2);
    }
  }

  private void inPostgres(TestDeployment lab, String how) {
    String gid =
        lab.text(store, "SELECT gid FROM pg_prepared_xacts WHERE database = current_database()");
    lab.execute(store, how + " PREPARED '" + gid + "'");
  }

  private void inDrevo(TestDeployment lab, LabDrevo server, String how) {
    String database = lab.value("stores." + store + ".database");
    server
        .prepared(database)
        .forEach(
            it ->
                server.query(database, "CALL drevo.tx." + how + "($gid)", Map.of("gid", it.gid())));
  }

  private void timeOut(TestDeployment lab, LabDrevo server) {
    server.preparedTimeout(Duration.ofMillis(1));
    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> {
              server.tick();
              return lab.preparedInGraph(store) == 0;
            });
  }
}
