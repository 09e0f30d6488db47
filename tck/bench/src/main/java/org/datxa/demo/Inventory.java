package org.datxa.demo;

import java.io.IOException;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;

/** Asks each store what it holds, by its own interface and past DatXA. */
final class Inventory {
  private final Places places;

  Inventory(Places places) {
    this.places = places;
  }

  Holding customers() throws SQLException {
    return ledger(
        "SELECT custkey, balance FROM customers",
        row -> Row.customer(row.getLong(1), cents(row.getBigDecimal(2))));
  }

  Holding orders() throws SQLException {
    return ledger(
        "SELECT orderkey, custkey, orderdate, totalprice FROM orders",
        row ->
            Row.order(
                row.getLong(1),
                row.getLong(2),
                row.getObject(3, LocalDate.class),
                cents(row.getBigDecimal(4))));
  }

  Holding facts() {
    return new Holding(
        "ClickHouse",
        places
            .queryFacts(
                "SELECT orderkey, linenumber, shipdate, quantity, price, discount, tax"
                    + " FROM $db.lines FORMAT TSV")
            .stream()
            .map(Inventory::fact)
            .toList());
  }

  private static Row fact(String line) {
    String[] it = line.split("\t", -1);
    return Row.line(
        new Row.LineKey(Long.parseLong(it[0]), Integer.parseInt(it[1]), LocalDate.parse(it[2])),
        Long.parseLong(it[3]),
        cents(new BigDecimal(it[4])),
        cents(new BigDecimal(it[5])),
        cents(new BigDecimal(it[6])));
  }

  Holding lake() throws IOException {
    List<Row> rows = new ArrayList<>();
    try (CloseableIterable<Record> all = IcebergGenerics.read(places.lakeLines()).build()) {
      for (Record it : all) {
        rows.add(
            Row.line(
                new Row.LineKey(
                    (Long) it.getField("orderkey"),
                    (Integer) it.getField("linenumber"),
                    (LocalDate) it.getField("shipdate")),
                (Long) it.getField("quantity"),
                cents((BigDecimal) it.getField("price")),
                cents((BigDecimal) it.getField("discount")),
                cents((BigDecimal) it.getField("tax"))));
      }
    }
    return new Holding("Iceberg", rows);
  }

  /** The relations of the graph; a node that is there twice makes its relations come twice. */
  Holding graph() {
    Stream<Row> placed =
        places
            .queryGraph(
                "MATCH (c:Customer)-[:PLACED]->(o:Order)"
                    + " RETURN c.key AS customer, o.key AS order, o.cents AS cents")
            .stream()
            .map(
                it -> Row.placed(number(it, "customer"), number(it, "order"), number(it, "cents")));
    Stream<Row> parts =
        places
            .queryGraph(
                "MATCH (o:Order)-[h:HOLDS]->(p:Part) RETURN o.key AS order, h.number AS number,"
                    + " p.key AS part, h.quantity AS quantity")
            .stream()
            .map(
                it ->
                    Row.part(
                        number(it, "order"),
                        number(it, "number"),
                        number(it, "part"),
                        number(it, "quantity")));
    return new Holding("drevo", Stream.concat(placed, parts).toList());
  }

  private static long number(Map<String, Object> row, String column) {
    return (Long) row.get(column);
  }

  Set<String> transactionsInGraph() {
    return places
        .queryGraph("MATCH (m:DatApplied) WHERE m.dat_tx_time > 0 RETURN m.dat_txn AS txn")
        .stream()
        .map(it -> it.get("txn").toString())
        .collect(Collectors.toSet());
  }

  Set<String> preparedInGraph() {
    return places.preparedInGraph().stream()
        .map(gid -> gid.startsWith("dat:") ? gid.split(":", -1)[1] : gid)
        .collect(Collectors.toSet());
  }

  /** The meta-transactions that left something in each store. */
  Set<String> transactionsInFacts() {
    return Set.copyOf(places.queryFacts("SELECT DISTINCT dat_txn FROM $db.lines FORMAT TSV"));
  }

  Set<String> transactionsInLake() throws IOException {
    Set<String> all = new HashSet<>();
    try (CloseableIterable<Record> rows =
        IcebergGenerics.read(places.lakeLines()).select("dat_txn").build()) {
      rows.forEach(row -> all.add(row.getField("dat_txn").toString()));
    }
    return all;
  }

  Set<String> transactionsInLedger() throws SQLException {
    try (Connection connection = places.connectLedger()) {
      return texts(connection, "SELECT dat_txn::text FROM datxa.dat_applied WHERE dat_tx_time > 0");
    }
  }

  /** Whether a store keeps a marker of what it committed; what a manager decides leaves none. */
  boolean hasMarkers() {
    return !places.variant().isSplit();
  }

  /**
   * The prepared transactions of the ledger's database that DatXA has left there: theirs, or the
   * names under which a manager has them.
   */
  Set<String> prepared() throws SQLException {
    try (Connection connection = places.connectLedger()) {
      return texts(
          connection,
          "SELECT CASE WHEN gid LIKE 'dat:%' THEN split_part(gid, ':', 2) ELSE gid END"
              + " FROM pg_prepared_xacts WHERE (gid LIKE 'dat:%' OR gid LIKE 'xa:%')"
              + " AND database = current_database()");
    }
  }

  Set<String> journal(String... states) throws SQLException {
    String list = List.of(states).stream().collect(Collectors.joining("', '", "'", "'"));
    try (Connection connection = places.connectJournal()) {
      return texts(
          connection, "SELECT dat_txn::text FROM datxa.dat_journal WHERE state IN (" + list + ")");
    }
  }

  /** The finished transactions that had work for a store. */
  Set<String> doneIn(String store) throws SQLException {
    try (Connection connection = places.connectJournal()) {
      return texts(
          connection,
          "SELECT dat_txn::text FROM datxa.dat_journal WHERE state = 'DONE'"
              + " AND branches::jsonb @> '[{\"store\": \""
              + store
              + "\"}]'");
    }
  }

  long loadedOrders() throws SQLException {
    return orders().count();
  }

  /** Reads one row. */
  private interface Reading {
    Row read(ResultSet row) throws SQLException;
  }

  private Holding ledger(String sql, Reading reading) throws SQLException {
    List<Row> rows = new ArrayList<>();
    try (Connection connection = places.connectLedger();
        Statement statement = connection.createStatement();
        ResultSet all = statement.executeQuery(sql)) {
      while (all.next()) {
        rows.add(reading.read(all));
      }
    }
    return new Holding("PostgreSQL", rows);
  }

  private static Set<String> texts(Connection connection, String sql) throws SQLException {
    Set<String> texts = new HashSet<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
    }
    return texts;
  }

  private static long cents(BigDecimal amount) {
    return amount.movePointRight(2).longValueExact();
  }
}
