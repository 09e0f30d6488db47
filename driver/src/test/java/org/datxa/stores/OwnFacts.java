package org.datxa.stores;

import org.datxa.lab.LabClickHouse;

/** A database of ClickHouse with a table {@code fact(id, note)}. */
record OwnFacts(LabClickHouse server, String database) {
  static OwnFacts create(LabClickHouse server, String prefix) {
    String database = server.newDatabase(prefix);
    server.execute(
        "CREATE TABLE "
            + database
            + ".fact (id Int64, note String, dat_txn UUID, dat_tx_time Int64)"
            + " ENGINE = MergeTree ORDER BY id PARTITION BY id % 2");
    return new OwnFacts(server, database);
  }

  String url() {
    return server.jdbcUrl(database);
  }

  long count() {
    return Long.parseLong(server.query("SELECT count() FROM " + database + ".fact").get(0));
  }
}
