package org.datxa.demo;

import com.arjuna.ats.arjuna.common.CoreEnvironmentBeanException;
import com.arjuna.ats.arjuna.common.ObjectStoreEnvironmentBean;
import com.arjuna.ats.arjuna.common.arjPropertyManager;
import com.arjuna.common.internal.util.propertyservice.BeanPopulator;
import io.trino.tpch.Order;
import jakarta.transaction.TransactionManager;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.datxa.DatXA;

/**
 * Loads what is not loaded yet, through Narayana. It may be killed at any moment: the next one asks
 * PostgreSQL which orders are in, which is the truth for all four stores once recovery has run.
 */
public final class DemoWorker {
  private DemoWorker() {}

  /**
   * Loads.
   *
   * @param arguments the file of the configuration, the folder for Narayana, the scale, and how
   *     many orders go into one transaction
   * @throws Exception when a transaction fails; nothing of it is loaded then
   */
  public static void main(String[] arguments) throws Exception {
    TransactionManager transactions = narayana(Path.of(arguments[1]));
    Tpch tpch = Tpch.generate(Double.parseDouble(arguments[2]));
    try (DatXA datxa =
        DatXA.builder()
            .properties(Places.read(arguments[0]))
            .transactionManager(transactions)
            .start()) {
      load(new Shop(datxa, transactions), tpch, Integer.parseInt(arguments[3]));
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

  private static TransactionManager narayana(Path folder) throws CoreEnvironmentBeanException {
    arjPropertyManager.getCoreEnvironmentBean().setNodeIdentifier("demo");
    arjPropertyManager.getCoordinatorEnvironmentBean().setTransactionStatusManagerEnable(false);
    for (String store : new String[] {null, "communicationStore", "stateStore"}) {
      BeanPopulator.getNamedInstance(ObjectStoreEnvironmentBean.class, store)
          .setObjectStoreDir(folder.toString());
    }
    return com.arjuna.ats.jta.TransactionManager.transactionManager();
  }
}
