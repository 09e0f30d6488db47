package org.datxa.spring;

import org.datxa.spring.shop.Shop;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The application over three stores in the transactions of Narayana, started once for all tests.
 */
public final class NarayanaShop {
  static final ShopLab LAB =
      new ShopLab()
          .postgres("shop")
          .clickHouse("facts")
          .iceberg("lake")
          .set("datxa.journal", "store:shop")
          .set("spring.jpa.hibernate.ddl-auto", "update")
          .set("spring.jpa.open-in-view", "false")
          .set("spring.jpa.properties.hibernate.jdbc.batch_size", "10")
          .set("narayana.log-dir", "target/narayana")
          .set("narayana.node-identifier", "shop1")
          .set("narayana.periodic-recovery-period", "2")
          .set("narayana.recovery-backoff-period", "1");

  public static final ConfigurableApplicationContext CONTEXT =
      new SpringApplicationBuilder(Shop.class, OrderService.class)
          .web(WebApplicationType.NONE)
          .properties(LAB.properties())
          .run();

  private NarayanaShop() {}
}
