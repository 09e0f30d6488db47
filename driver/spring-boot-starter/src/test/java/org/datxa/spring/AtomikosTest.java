package org.datxa.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.datxa.spring.shop.Shop;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionTemplate;

/** Two stores in the transactions of an Atomikos that is wired by hand. */
class AtomikosTest {
  private static final String NARAYANA =
      "dev.snowdrop.boot.narayana.autoconfigure.NarayanaAutoConfiguration";

  private final ShopLab lab =
      new ShopLab()
          .postgres("shop")
          .postgres("order-items")
          .set("datxa.primary", "shop")
          .set("datxa.journal.url", "store:order-items")
          .set("spring.jpa.hibernate.ddl-auto", "update")
          .set("spring.autoconfigure.exclude", NARAYANA);

  private static long count(JdbcTemplate store, String note) {
    return store.queryForObject("SELECT count(*) FROM purchase WHERE note = ?", Long.class, note);
  }

  @Test
  void bothStoresCommitOrRollBackTogether() throws IOException {
    Path folder = Files.createDirectories(Path.of("target", "atomikos"));
    lab.set("atomikos.folder", Files.createTempDirectory(folder, "log").toString());
    try (ConfigurableApplicationContext context =
        new SpringApplicationBuilder(Shop.class, AtomikosShop.class)
            .web(WebApplicationType.NONE)
            .properties(lab.properties())
            .run()) {
      work(context);
    }
  }

  private static void work(ConfigurableApplicationContext context) {
    JdbcTemplate shop = context.getBean(JdbcTemplate.class);
    JdbcTemplate items =
        new JdbcTemplate(context.getBean("order-itemsDataSource", DataSource.class));
    TransactionTemplate transaction =
        new TransactionTemplate(context.getBean(PlatformTransactionManager.class));

    transaction.executeWithoutResult(
        status -> {
          shop.update("INSERT INTO purchase (note) VALUES ('both')");
          items.update("INSERT INTO purchase (note) VALUES ('both')");
        });
    assertThat(count(shop, "both") + count(items, "both")).isEqualTo(2);

    assertThatThrownBy(
            () ->
                transaction.executeWithoutResult(
                    status -> {
                      items.update("INSERT INTO purchase (note) VALUES ('none')");
                      shop.update("INSERT INTO purchase (note) VALUES ('both')");
                    }))
        .isInstanceOf(UnexpectedRollbackException.class);
    assertThat(count(shop, "both") + count(items, "none")).isEqualTo(1);

    transaction.setReadOnly(true);
    transaction.setTimeout(66);
    transaction.executeWithoutResult(
        status -> {
          assertThat(items.queryForObject("SHOW transaction_read_only", String.class))
              .isEqualTo("on");
          assertThat(items.queryForObject("SHOW statement_timeout", String.class))
              .matches("6[0-6].*|6[56]...ms");
        });
  }
}
