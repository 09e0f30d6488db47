package org.datxa.demo;

import io.trino.tpch.Customer;
import io.trino.tpch.LineItem;
import io.trino.tpch.Order;
import jakarta.transaction.TransactionManager;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.datxa.DatXA;
import org.datxa.bridge.drevo.DrevoSession;
import org.datxa.bridge.iceberg.IcebergTables;

/** The application: it knows its four stores and its transaction manager, and no protocol. */
final class Shop {
  private final TransactionManager transactions;
  private final DataSource ledger;
  private final DataSource facts;
  private final IcebergTables lake;
  private final GraphOfSales graph;

  Shop(DatXA datxa, TransactionManager transactions) {
    this.transactions = transactions;
    this.ledger = datxa.dataSource(Places.LEDGER);
    this.facts = datxa.dataSource(Places.FACTS);
    this.lake = datxa.facade(Places.LAKE, IcebergTables.class);
    this.graph = new GraphOfSales(datxa.facade(Places.GRAPH, DrevoSession.class));
  }

  /** Work inside a transaction. */
  private interface Work {
    void run() throws SQLException;
  }

  private void inTransaction(Work work) throws Exception {
    transactions.begin();
    try {
      work.run();
    } catch (SQLException | RuntimeException e) {
      transactions.rollback();
      throw e;
    }
    transactions.commit();
  }

  Set<Long> loadedOrders() throws SQLException {
    return keys("SELECT orderkey FROM orders");
  }

  boolean hasCustomers() throws SQLException {
    return !keys("SELECT custkey FROM customers LIMIT 1").isEmpty();
  }

  private Set<Long> keys(String sql) throws SQLException {
    Set<Long> keys = new HashSet<>();
    try (Connection connection = ledger.getConnection();
        PreparedStatement statement = connection.prepareStatement(sql);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        keys.add(rows.getLong(1));
      }
    }
    return keys;
  }

  void loadCustomers(List<Customer> customers) throws Exception {
    String sql = "INSERT INTO customers (custkey, name, balance) VALUES (?, ?, ?)";
    inTransaction(
        () -> {
          try (Connection connection = ledger.getConnection();
              PreparedStatement insert = connection.prepareStatement(sql)) {
            for (Customer customer : customers) {
              insert.setLong(1, customer.getCustomerKey());
              insert.setString(2, customer.getName());
              insert.setBigDecimal(3, Tpch.money(customer.getAccountBalanceInCents()));
              insert.addBatch();
            }
            insert.executeBatch();
          }
          graph.addCustomers(customers);
        });
  }

  void load(List<Tpch.Sale> sales) throws Exception {
    List<LineItem> lines = sales.stream().flatMap(sale -> sale.lines().stream()).toList();
    inTransaction(
        () -> {
          writeLedger(sales.stream().map(Tpch.Sale::order).toList());
          writeFacts(lines);
          writeLake(lines);
          graph.addSales(sales);
        });
  }

  private void writeLedger(List<Order> orders) throws SQLException {
    String order =
        "INSERT INTO orders (orderkey, custkey, orderdate, totalprice) VALUES (?, ?, ?, ?)";
    String balance = "UPDATE customers SET balance = balance + ? WHERE custkey = ?";
    try (Connection connection = ledger.getConnection();
        PreparedStatement insert = connection.prepareStatement(order);
        PreparedStatement update = connection.prepareStatement(balance)) {
      for (Order it : orders) {
        BigDecimal total = Tpch.money(it.getTotalPriceInCents());
        insert.setLong(1, it.getOrderKey());
        insert.setLong(2, it.getCustomerKey());
        insert.setObject(3, Tpch.day(it.getOrderDate()));
        insert.setBigDecimal(4, total);
        insert.addBatch();
        update.setBigDecimal(1, total);
        update.setLong(2, it.getCustomerKey());
        update.addBatch();
      }
      insert.executeBatch();
      update.executeBatch();
    }
  }

  private void writeFacts(List<LineItem> lines) throws SQLException {
    String sql =
        "INSERT INTO lines (orderkey, linenumber, shipdate, quantity, price, discount, tax)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?)";
    try (Connection connection = facts.getConnection();
        PreparedStatement insert = connection.prepareStatement(sql)) {
      for (LineItem line : lines) {
        insert.setLong(1, line.getOrderKey());
        insert.setInt(2, line.getLineNumber());
        insert.setObject(3, Tpch.day(line.getShipDate()));
        insert.setLong(4, line.getQuantity());
        insert.setBigDecimal(5, Tpch.money(line.getExtendedPriceInCents()));
        insert.setBigDecimal(6, Tpch.money(line.getDiscountPercent()));
        insert.setBigDecimal(7, Tpch.money(line.getTaxPercent()));
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  private void writeLake(List<LineItem> lines) {
    List<Record> records = new ArrayList<>();
    for (LineItem line : lines) {
      Record record = GenericRecord.create(Tables.LAKE_LINES);
      record.setField("orderkey", line.getOrderKey());
      record.setField("linenumber", line.getLineNumber());
      record.setField("shipdate", Tpch.day(line.getShipDate()));
      record.setField("quantity", line.getQuantity());
      record.setField("price", Tpch.money(line.getExtendedPriceInCents()));
      record.setField("discount", Tpch.money(line.getDiscountPercent()));
      record.setField("tax", Tpch.money(line.getTaxPercent()));
      records.add(record);
    }
    lake.table(Tables.LAKE_NAME).append(records);
  }
}
