package org.datxa.demo;

import io.trino.tpch.Order;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Loads what is not loaded yet, through a transaction manager. It may be killed at any moment: the
 * next one asks PostgreSQL which orders are in, which is the truth for all four stores once
 * recovery has run.
 */
public final class DemoWorker {
  private DemoWorker() {}

  /**
   * Loads.
   *
   * @param arguments the file of the configuration, the manager, the folder of its log, the scale,
   *     and how many orders go into one transaction
   * @throws Exception when a transaction fails; nothing of it is loaded then
   */
  public static void main(String[] arguments) throws Exception {
    Tpch tpch = Tpch.generate(Double.parseDouble(arguments[3]));
    try (Workplace place = Workplace.open(arguments, UnaryOperator.identity())) {
      Shop shop = new Shop(place.datxa(), place.manager().transactions());
      load(shop, tpch, Integer.parseInt(arguments[4]));
    }
  }

  private static void load(Shop shop, Tpch tpch, int size) throws Exception {
    if (!shop.hasCustomers()) {
      shop.loadCustomers(tpch.customers());
    }
    Set<Long> loaded = shop.loadedOrders();
    System.out.println("loaded " + loaded.size());
    for (List<Tpch.Sale> batch : tpch.batches(size)) {
      if (!isLoaded(batch, loaded)) {
        shop.load(batch);
        batch.forEach(sale -> loaded.add(sale.order().getOrderKey()));
        System.out.println("loaded " + loaded.size());
      }
    }
  }

  /** A batch is in whole or not at all; anything else is the failure that this is all about. */
  private static boolean isLoaded(List<Tpch.Sale> batch, Set<Long> loaded) {
    long in =
        batch.stream()
            .map(Tpch.Sale::order)
            .map(Order::getOrderKey)
            .filter(loaded::contains)
            .count();
    if (in != 0 && in != batch.size()) {
      throw new IllegalStateException(in + " of " + batch.size() + " orders of a batch are in.");
    }
    return in != 0;
  }
}
