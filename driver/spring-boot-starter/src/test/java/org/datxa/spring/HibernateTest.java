package org.datxa.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.datxa.spring.shop.Label;
import org.datxa.spring.shop.Product;
import org.hibernate.SessionFactory;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.transaction.jta.platform.spi.JtaPlatform;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Hibernate on the DataSource of a store, with its JTA platform. */
class HibernateTest {
  private final ConfigurableApplicationContext context = NarayanaShop.CONTEXT;
  private final EntityManagerFactory factory = context.getBean(EntityManagerFactory.class);
  private final EntityManager entities =
      SharedEntityManagerCreator.createSharedEntityManager(factory);
  private final JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
  private final TransactionTemplate transaction =
      new TransactionTemplate(context.getBean(PlatformTransactionManager.class));

  private long products(String name) {
    return jdbc.queryForObject("SELECT count(*) FROM product WHERE name = ?", Long.class, name);
  }

  @Test
  void hibernateKnowsTheTransactionManager() {
    JtaPlatform platform =
        factory
            .unwrap(SessionFactoryImplementor.class)
            .getServiceRegistry()
            .getService(JtaPlatform.class);
    assertThat(platform).isNotNull();
    assertThat(platform.retrieveTransactionManager())
        .isSameAs(context.getBean(jakarta.transaction.TransactionManager.class));
  }

  @Test
  void entitiesAreFlushedAtCommitWithGeneratedKeysAndLargeObjects() {
    byte[] picture = new byte[100_000];
    Arrays.fill(picture, (byte) 7);
    String manual = "manual ".repeat(10_000);
    Product product = new Product("tea", picture, manual);
    transaction.executeWithoutResult(
        status -> {
          entities.persist(product);
          assertThat(entities.contains(product)).isTrue();
        });
    transaction.executeWithoutResult(
        status -> {
          List<Product> found =
              entities
                  .createQuery("FROM Product WHERE name = 'tea'", Product.class)
                  .getResultList();
          assertThat(found).hasSize(1);
          assertThat(found.get(0).picture()).isEqualTo(picture);
          assertThat(found.get(0).manual()).isEqualTo(manual);
          found.get(0).rename("green tea"); // written at commit, nobody asked for it
        });
    assertThat(products("green tea")).isEqualTo(1);
    assertThat(products("tea")).isZero();
  }

  @Test
  void hibernateAndJdbcSeeOneTransaction() {
    transaction.executeWithoutResult(
        status -> {
          entities.persist(new Product("coffee", new byte[0], ""));
          entities.flush();
          assertThat(products("coffee")).isEqualTo(1);
          status.setRollbackOnly();
        });
    assertThat(products("coffee")).isZero();
  }

  @Test
  void whenTheFlushAtCommitFails_everythingIsRolledBack() {
    jdbc.execute("ALTER TABLE label ADD CONSTRAINT short_text CHECK (length(text) < 5)");
    assertThatThrownBy(
            () ->
                transaction.executeWithoutResult(
                    status -> {
                      jdbc.update("INSERT INTO product (name) VALUES ('doomed')");
                      entities.persist(new Label("too long"));
                    }))
        .isInstanceOf(RuntimeException.class);
    assertThat(products("doomed")).isZero();
    jdbc.execute("ALTER TABLE label DROP CONSTRAINT short_text");
  }

  @Test
  void entitiesAreWrittenInBatches() {
    var statistics = factory.unwrap(SessionFactory.class).getStatistics();
    statistics.setStatisticsEnabled(true);
    statistics.clear();
    transaction.executeWithoutResult(
        status ->
            IntStream.range(0, 20).forEach(number -> entities.persist(new Label("b" + number))));
    assertThat(jdbc.queryForObject("SELECT count(*) FROM label WHERE text LIKE 'b%'", Long.class))
        .isEqualTo(20);
    assertThat(statistics.getEntityInsertCount()).isEqualTo(20);
    assertThat(statistics.getPrepareStatementCount()).isLessThan(6);
    statistics.setStatisticsEnabled(false);
  }
}
