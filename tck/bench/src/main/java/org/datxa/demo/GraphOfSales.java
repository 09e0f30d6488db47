package org.datxa.demo;

import io.trino.tpch.Customer;
import io.trino.tpch.LineItem;
import io.trino.tpch.Order;
import java.util.List;
import java.util.Map;
import org.datxa.bridge.drevo.DrevoSession;

/** Who bought what, as a graph. A title is unique in a graph, so nodes are found by it. */
final class GraphOfSales {
  private static final String CUSTOMERS =
      "UNWIND $rows AS row CREATE (:Customer {title: row.title, key: row.key, name: row.name})";
  private static final String ORDERS =
      "UNWIND $rows AS row MATCH (c:Customer {title: row.customer})"
          + " CREATE (c)-[:PLACED]->(:Order {title: row.title, key: row.key, cents: row.cents})";
  private static final String PARTS =
      "UNWIND $rows AS row MATCH (o:Order {title: row.order})"
          + " MERGE (p:Part {title: row.title}) ON CREATE SET p.key = row.key"
          + " CREATE (o)-[:HOLDS {number: row.number, quantity: row.quantity}]->(p)";

  private final DrevoSession session;

  GraphOfSales(DrevoSession session) {
    this.session = session;
  }

  void addCustomers(List<Customer> customers) {
    run(CUSTOMERS, customers.stream().map(GraphOfSales::row).toList());
  }

  void addSales(List<Tpch.Sale> sales) {
    run(ORDERS, sales.stream().map(Tpch.Sale::order).map(GraphOfSales::row).toList());
    run(
        PARTS,
        sales.stream().flatMap(sale -> sale.lines().stream()).map(GraphOfSales::row).toList());
  }

  private void run(String cypher, List<Map<String, Object>> rows) {
    session.run(cypher, Map.of("rows", rows));
  }

  private static Map<String, Object> row(Customer it) {
    return Map.of(
        "title", customer(it.getCustomerKey()), "key", it.getCustomerKey(), "name", it.getName());
  }

  private static Map<String, Object> row(Order it) {
    return Map.of(
        "customer", customer(it.getCustomerKey()),
        "title", order(it.getOrderKey()),
        "key", it.getOrderKey(),
        "cents", it.getTotalPriceInCents());
  }

  private static Map<String, Object> row(LineItem it) {
    return Map.of(
        "order", order(it.getOrderKey()),
        "title", "part " + it.getPartKey(),
        "key", it.getPartKey(),
        "number", it.getLineNumber(),
        "quantity", it.getQuantity());
  }

  private static String customer(long key) {
    return "customer " + key;
  }

  private static String order(long key) {
    return "order " + key;
  }
}
