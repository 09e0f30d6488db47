package org.datxa.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.List;
import javax.sql.DataSource;
import org.datxa.DatXA;
import org.datxa.bridge.iceberg.IcebergTables;
import org.datxa.narayana.RecoveryRegistration;
import org.datxa.spring.shop.Purchase;
import org.datxa.spring.shop.Purchases;
import org.jboss.tm.XAResourceWrapper;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.jta.JtaTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What an application does with the beans of the stores, in the transactions of Narayana. */
class StoresInOneTransactionTest {
  private final ConfigurableApplicationContext context = NarayanaShop.CONTEXT;
  private final ShopLab lab = NarayanaShop.LAB;
  private final JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
  private final JdbcClient client = context.getBean(JdbcClient.class);
  private final Purchases purchases = context.getBean(Purchases.class);
  private final IcebergTables lake = context.getBean(IcebergTables.class);
  private final JdbcTemplate facts =
      new JdbcTemplate(
          BeanFactoryAnnotationUtils.qualifiedBeanOfType(
              context.getBeanFactory(), DataSource.class, "facts"));
  private final TransactionTemplate transaction =
      new TransactionTemplate(context.getBean(PlatformTransactionManager.class));

  private void workEverywhere(long id) {
    jdbc.update("INSERT INTO purchase (id, note) VALUES (?, ?)", id, "p" + id);
    int[] counts =
        facts.batchUpdate(
            "INSERT INTO fact (id, note) VALUES (?, ?)",
            List.of(new Object[] {id, "x"}, new Object[] {id, "y"}));
    assertThat(counts).containsExactly(1, 1);
    lake.table("shop.line").append(ShopLab.line(id));
  }

  private long purchases(long id) {
    return client
        .sql("SELECT count(*) FROM purchase WHERE id = ?")
        .param(id)
        .query(Long.class)
        .single();
  }

  @Test
  void beansAreThoseOfTheStoresAndTheOnlyPostgresIsPrimary() {
    assertThat(context.getBean(PlatformTransactionManager.class))
        .isInstanceOf(JtaTransactionManager.class);
    assertThat(context.getBean(DataSource.class))
        .isSameAs(context.getBean("shopDataSource"))
        .isSameAs(context.getBean(DatXA.class).dataSource("shop"));
    assertThat(context.getBeansOfType(DataSource.class))
        .containsOnlyKeys("shopDataSource", "factsDataSource");
    assertThat(context.getBean("lakeIcebergTables")).isSameAs(lake);
  }

  @Test
  void narayanaRecoversDatXaUnderItsName() {
    assertThat(context.getBeansOfType(RecoveryRegistration.class)).hasSize(1);
    assertThat(context.getBean(DatXA.class).recoveryResource())
        .isInstanceOfSatisfying(
            XAResourceWrapper.class, it -> assertThat(it.getJndiName()).startsWith("datxa/"));
  }

  @Test
  void theExampleOfTheReadmeCommitsInAllStores() {
    OrderService service = context.getBean(OrderService.class);
    service.place(1009, ShopLab.line(1009));
    assertThat(service.placed(1009)).isEqualTo(1);
    await().untilAsserted(() -> assertThat(lab.facts(1009)).isEqualTo(1));
    await().untilAsserted(() -> assertThat(lab.lines(1009)).isEqualTo(1));
  }

  @Test
  void whenTheTransactionCommits_allStoresHoldIt() {
    transaction.executeWithoutResult(
        status -> {
          workEverywhere(1001);
          assertThat(purchases(1001)).isEqualTo(1);
        });
    assertThat(purchases(1001)).isEqualTo(1);
    await().untilAsserted(() -> assertThat(lab.facts(1001)).isEqualTo(2));
    await().untilAsserted(() -> assertThat(lab.lines(1001)).isEqualTo(1));
  }

  @Test
  void whenTheWorkThrows_noStoreHoldsIt() {
    assertThatThrownBy(
            () ->
                transaction.executeWithoutResult(
                    status -> {
                      workEverywhere(1002);
                      throw new IllegalStateException("no");
                    }))
        .hasMessage("no");
    assertThat(purchases(1002)).isZero();
    assertThat(lab.facts(1002)).isZero();
    assertThat(lab.lines(1002)).isZero();
  }

  @Test
  void whenTheCommitFails_noStoreHoldsIt() {
    jdbc.update("INSERT INTO purchase (note) VALUES ('taken')");
    assertThatThrownBy(
            () ->
                transaction.executeWithoutResult(
                    status -> {
                      workEverywhere(1003);
                      // the constraint is looked at when the transaction ends
                      jdbc.update("INSERT INTO purchase (note) VALUES ('taken')");
                    }))
        .isInstanceOf(org.springframework.transaction.UnexpectedRollbackException.class);
    assertThat(purchases(1003)).isZero();
    assertThat(lab.facts(1003)).isZero();
    assertThat(lab.lines(1003)).isZero();
  }

  @Test
  void generatedKeysAndBatchesWorkInTheTransaction() {
    GeneratedKeyHolder keys = new GeneratedKeyHolder();
    Long byRepository =
        transaction.execute(
            status -> {
              client
                  .sql("INSERT INTO purchase (note) VALUES (:note)")
                  .param("note", "keyed")
                  .update(keys, "id");
              int[] counts =
                  jdbc.batchUpdate(
                      "INSERT INTO purchase (note) VALUES (?)",
                      List.of(new Object[] {"batch 1"}, new Object[] {"batch 2"}));
              assertThat(counts).containsExactly(1, 1);
              return purchases.save(new Purchase(null, "by repository")).id();
            });
    assertThat(
            client
                .sql("SELECT note FROM purchase WHERE id = ?")
                .param(keys.getKey())
                .query(String.class)
                .single())
        .isEqualTo("keyed");
    assertThat(purchases.findById(byRepository)).map(Purchase::note).contains("by repository");
    assertThat(
            client
                .sql("SELECT count(*) FROM purchase WHERE note LIKE 'batch _'")
                .query(Long.class)
                .single())
        .isEqualTo(2);
  }

  @Test
  void requiresNewIsATransactionOfItsOwn() {
    TransactionTemplate anew = new TransactionTemplate(transaction.getTransactionManager());
    anew.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
    transaction.executeWithoutResult(
        status -> {
          workEverywhere(1004);
          anew.executeWithoutResult(
              inner -> {
                assertThat(purchases(1004)).isZero();
                workEverywhere(1005);
              });
          assertThat(purchases(1005)).isEqualTo(1);
          jdbc.update("UPDATE purchase SET note = 'again' WHERE id = 1004");
          status.setRollbackOnly();
        });
    assertThat(purchases(1004)).isZero();
    assertThat(purchases(1005)).isEqualTo(1);
    await().untilAsserted(() -> assertThat(lab.facts(1005)).isEqualTo(2));
    assertThat(lab.facts(1004)).isZero();
  }

  @Test
  void notSupportedWorksOutsideTheTransaction() {
    TransactionTemplate outside = new TransactionTemplate(transaction.getTransactionManager());
    outside.setPropagationBehavior(TransactionDefinition.PROPAGATION_NOT_SUPPORTED);
    transaction.executeWithoutResult(
        status -> {
          workEverywhere(1006);
          outside.executeWithoutResult(none -> workEverywhere(1007));
          status.setRollbackOnly();
        });
    assertThat(purchases(1006)).isZero();
    assertThat(purchases(1007)).isEqualTo(1);
  }

  @Test
  void savepointsAreRefusedAsJtaRefusesThem() {
    TransactionTemplate nested = new TransactionTemplate(transaction.getTransactionManager());
    nested.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);
    transaction.executeWithoutResult(
        status -> {
          jdbc.update("INSERT INTO purchase (note) VALUES ('with savepoint')");
          assertThatThrownBy(() -> nested.executeWithoutResult(inner -> {}))
              .isInstanceOf(
                  org.springframework.transaction.NestedTransactionNotSupportedException.class);
          assertThatThrownBy(status::createSavepoint)
              .isInstanceOf(
                  org.springframework.transaction.NestedTransactionNotSupportedException.class);
          assertThatThrownBy(() -> jdbc.execute("SAVEPOINT s"))
              .rootCause()
              .hasMessageContaining("refused");
        });
    assertThat(
            client
                .sql("SELECT count(*) FROM purchase WHERE note = 'with savepoint'")
                .query(Long.class)
                .single())
        .isEqualTo(1);
  }

  @Test
  void noConnectionIsLeftInATransaction() {
    transaction.executeWithoutResult(status -> workEverywhere(1008));
    await()
        .untilAsserted(
            () ->
                assertThat(
                        jdbc.queryForObject(
                            "SELECT count(*) FROM pg_stat_activity WHERE datname ="
                                + " current_database() AND state LIKE 'idle in transaction%'",
                            Long.class))
                    .isZero());
  }
}
