package org.datxa.demo;

import io.trino.tpch.Customer;
import io.trino.tpch.CustomerGenerator;
import io.trino.tpch.Distributions;
import io.trino.tpch.LineItem;
import io.trino.tpch.LineItemGenerator;
import io.trino.tpch.Order;
import io.trino.tpch.OrderGenerator;
import io.trino.tpch.TextPool;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The data of TPC-H, the same in every process. Orders come by date, so that the lines of a batch
 * fall into few ship months.
 *
 * @param customers the customers
 * @param orders the orders with their lines, by date
 */
record Tpch(List<Customer> customers, List<Sale> orders) {
  /**
   * An order with its lines.
   *
   * @param order its header
   * @param lines its lines
   */
  record Sale(Order order, List<LineItem> lines) {}

  // The texts are not loaded, and the usual pool of them takes ten seconds to make.
  private static final int TEXT_BYTES = 1 << 20;

  static Tpch generate(double scale) {
    Distributions distributions = Distributions.getDefaultDistributions();
    TextPool texts = new TextPool(TEXT_BYTES, distributions);
    Map<Long, List<LineItem>> lines = new HashMap<>();
    new LineItemGenerator(scale, 1, 1, distributions, texts)
        .forEach(
            line -> lines.computeIfAbsent(line.getOrderKey(), k -> new ArrayList<>()).add(line));
    List<Sale> orders = new ArrayList<>();
    new OrderGenerator(scale, 1, 1, distributions, texts)
        .forEach(order -> orders.add(new Sale(order, lines.get(order.getOrderKey()))));
    orders.sort(
        Comparator.comparing((Sale sale) -> sale.order().getOrderDate())
            .thenComparing(sale -> sale.order().getOrderKey()));
    List<Customer> customers = new ArrayList<>();
    new CustomerGenerator(scale, 1, 1, distributions, texts).forEach(customers::add);
    return new Tpch(customers, orders);
  }

  List<List<Sale>> batches(int size) {
    List<List<Sale>> batches = new ArrayList<>();
    for (int from = 0; from < orders.size(); from += size) {
      batches.add(orders.subList(from, Math.min(from + size, orders.size())));
    }
    return batches;
  }

  Holding expectedCustomers() {
    Map<Long, Long> cents = new HashMap<>();
    customers.forEach(c -> cents.put(c.getCustomerKey(), c.getAccountBalanceInCents()));
    orders.forEach(
        sale ->
            cents.merge(
                sale.order().getCustomerKey(), sale.order().getTotalPriceInCents(), Long::sum));
    return new Holding(
        "TPC-H",
        cents.entrySet().stream().map(it -> Row.customer(it.getKey(), it.getValue())).toList());
  }

  Holding expectedOrders() {
    return new Holding(
        "TPC-H",
        orders.stream()
            .map(Sale::order)
            .map(
                it ->
                    Row.order(
                        it.getOrderKey(),
                        it.getCustomerKey(),
                        day(it.getOrderDate()),
                        it.getTotalPriceInCents()))
            .toList());
  }

  Holding expectedLines() {
    return new Holding(
        "TPC-H",
        orders.stream().flatMap(sale -> sale.lines().stream()).map(Tpch::expected).toList());
  }

  Holding expectedRelations() {
    Stream<Row> placed =
        orders.stream()
            .map(Sale::order)
            .map(
                it -> Row.placed(it.getCustomerKey(), it.getOrderKey(), it.getTotalPriceInCents()));
    Stream<Row> parts =
        orders.stream()
            .flatMap(sale -> sale.lines().stream())
            .map(
                it ->
                    Row.part(
                        it.getOrderKey(), it.getLineNumber(), it.getPartKey(), it.getQuantity()));
    return new Holding("TPC-H", Stream.concat(placed, parts).toList());
  }

  private static Row expected(LineItem line) {
    return Row.line(
        new Row.LineKey(line.getOrderKey(), line.getLineNumber(), day(line.getShipDate())),
        line.getQuantity(),
        line.getExtendedPriceInCents(),
        line.getDiscountPercent(),
        line.getTaxPercent());
  }

  static LocalDate day(int epochDay) {
    return LocalDate.ofEpochDay(epochDay);
  }

  static BigDecimal money(long cents) {
    return BigDecimal.valueOf(cents, 2);
  }
}
