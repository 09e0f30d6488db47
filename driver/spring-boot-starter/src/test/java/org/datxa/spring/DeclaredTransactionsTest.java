package org.datxa.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.datxa.bridge.iceberg.IcebergTables;
import org.datxa.spi.error.DatXaException;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/** {@code readOnly} and {@code timeout} as they are declared with a transaction. */
class DeclaredTransactionsTest {
  private final ConfigurableApplicationContext context = NarayanaShop.CONTEXT;
  private final JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
  private final JdbcTemplate facts =
      new JdbcTemplate(context.getBean("factsDataSource", DataSource.class));
  private final IcebergTables lake = context.getBean(IcebergTables.class);

  private final TransactionManager manager = context.getBean(TransactionManager.class);

  private Transaction current() {
    try {
      return manager.getTransaction();
    } catch (SystemException e) {
      throw new IllegalStateException(e);
    }
  }

  private TransactionTemplate declared() {
    TransactionTemplate declared =
        new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
    declared.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
    return declared;
  }

  private TransactionTemplate readOnly() {
    TransactionTemplate declared = declared();
    declared.setReadOnly(true);
    return declared;
  }

  private Boolean connectionIsReadOnly() {
    return jdbc.execute((ConnectionCallback<Boolean>) Connection::isReadOnly);
  }

  private long purchases(String note) {
    return jdbc.queryForObject("SELECT count(*) FROM purchase WHERE note = ?", Long.class, note);
  }

  @Test
  void whenReadOnly_theConnectionIsAndReadingGoesOn() {
    readOnly()
        .executeWithoutResult(
            status -> {
              assertThat(connectionIsReadOnly()).isTrue();
              assertThat(jdbc.queryForObject("SHOW transaction_read_only", String.class))
                  .isEqualTo("on");
              assertThat(purchases("none")).isZero();
            });
    assertThat(connectionIsReadOnly()).isFalse();
  }

  @Test
  void whenReadOnly_postgresRefusesWrites() {
    assertThatThrownBy(
            () ->
                readOnly()
                    .executeWithoutResult(
                        status -> jdbc.update("INSERT INTO purchase (note) VALUES ('ro')")))
        .isInstanceOf(DataAccessException.class)
        .rootCause()
        .hasMessageContaining("read-only");
    assertThat(purchases("ro")).isZero();
  }

  @Test
  void whenReadOnly_bufferedWritesAreRefused() {
    readOnly()
        .executeWithoutResult(
            status -> {
              assertThatThrownBy(
                      () -> facts.update("INSERT INTO fact (id, note) VALUES (?, ?)", 3001, "x"))
                  .isInstanceOf(DataAccessException.class)
                  .rootCause()
                  .hasMessageContaining("read-only");
              assertThatThrownBy(() -> lake.table("shop.line").append(ShopLab.line(3001)))
                  .isInstanceOf(DatXaException.class)
                  .hasMessageContaining("read-only");
            });
    assertThat(NarayanaShop.LAB.facts(3001)).isZero();
  }

  @Test
  void readOnlyOfOneTransactionIsNotThatOfTheOther() {
    declared()
        .executeWithoutResult(
            status -> {
              readOnly().executeWithoutResult(inner -> assertThat(connectionIsReadOnly()).isTrue());
              jdbc.update("INSERT INTO purchase (note) VALUES ('rw')");
              readOnly().executeWithoutResult(inner -> assertThat(connectionIsReadOnly()).isTrue());
            });
    assertThat(purchases("rw")).isEqualTo(1);
  }

  @Test
  void whenAStatementOutlivesTheTimeout_theServerEndsItAndAllIsRolledBack() {
    TransactionTemplate brief = declared();
    brief.setTimeout(2);
    assertThatThrownBy(
            () ->
                brief.executeWithoutResult(
                    status -> {
                      jdbc.update("INSERT INTO purchase (note) VALUES ('slow')");
                      jdbc.execute("SELECT pg_sleep(60)");
                    }))
        .isInstanceOf(DataAccessException.class)
        .rootCause()
        .hasMessageContaining("canceling statement");
    assertThat(purchases("slow")).isZero();
  }

  @Test
  void whenTheTransactionOutlivesTheTimeout_itIsRolledBackAndSaysSo() {
    TransactionTemplate brief = declared();
    brief.setTimeout(1);
    assertThatThrownBy(
            () ->
                brief.executeWithoutResult(
                    status -> {
                      jdbc.update("INSERT INTO purchase (note) VALUES ('idle')");
                      Transaction current = current(); // of this thread, not of the one that polls
                      await()
                          .atMost(Duration.ofSeconds(30))
                          .until(() -> current.getStatus() == Status.STATUS_ROLLEDBACK);
                      assertThatThrownBy(() -> purchases("idle"))
                          .isInstanceOf(DataAccessException.class);
                    }))
        .isInstanceOf(TransactionException.class);
    assertThat(purchases("idle")).isZero();
  }

  @Test
  void theTimeoutIsThatOfTheStatements() {
    TransactionTemplate long_ = declared();
    long_.setTimeout(77);
    long_.executeWithoutResult(
        status ->
            assertThat(jdbc.queryForObject("SHOW statement_timeout", String.class))
                .isEqualTo("77s"));
    assertThat(List.of("0", "60s"))
        .contains(jdbc.queryForObject("SHOW statement_timeout", String.class));
  }
}
