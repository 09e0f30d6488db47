package org.datxa.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.datxa.spring.shop.Listener;
import org.datxa.spring.shop.Sold;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What listens to a transaction hears what it hears of any other resource. */
class ListenersTest {
  private final ConfigurableApplicationContext context = NarayanaShop.CONTEXT;
  private final Listener listener = context.getBean(Listener.class);
  private final JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
  private final TransactionTemplate transaction =
      new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
  private final List<String> heard = new ArrayList<>();

  private void sell(String note) {
    jdbc.update("INSERT INTO purchase (note) VALUES (?)", note);
    context.publishEvent(new Sold(note));
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void beforeCommit(boolean readOnly) {
            heard.add("beforeCommit " + count(note));
          }

          @Override
          public void beforeCompletion() {
            heard.add("beforeCompletion");
          }

          @Override
          public void afterCommit() {
            heard.add("afterCommit");
          }

          @Override
          public void afterCompletion(int status) {
            heard.add("afterCompletion " + status);
          }
        });
  }

  private long count(String note) {
    return jdbc.queryForObject("SELECT count(*) FROM purchase WHERE note = ?", Long.class, note);
  }

  @Test
  void whenItCommits_listenersWorkBeforeInItAndAfterwardsInTheirOwn() {
    listener.seen().clear();
    transaction.executeWithoutResult(status -> sell("sold"));
    assertThat(listener.seen()).containsExactly("before commit 1", "after commit 1");
    assertThat(heard)
        .containsExactly(
            "beforeCommit 1",
            "beforeCompletion",
            "afterCommit",
            "afterCompletion " + TransactionSynchronization.STATUS_COMMITTED);
    assertThat(count("sold before")).isEqualTo(1);
    assertThat(count("sold after")).isEqualTo(1);
  }

  @Test
  void whenItIsRolledBack_listenersSeeNothingOfIt() {
    listener.seen().clear();
    transaction.executeWithoutResult(
        status -> {
          sell("unsold");
          status.setRollbackOnly();
        });
    assertThat(listener.seen()).containsExactly("after rollback 0");
    assertThat(heard)
        .containsExactly(
            "beforeCompletion", "afterCompletion " + TransactionSynchronization.STATUS_ROLLED_BACK);
    assertThat(count("unsold failed")).isEqualTo(1);
  }

  @Test
  void whenTheCommitIsRefused_listenersHearARollBack() {
    listener.seen().clear();
    jdbc.update("INSERT INTO purchase (note) VALUES ('sold twice')");
    assertThatThrownBy(() -> transaction.executeWithoutResult(status -> sell("sold twice")))
        .isInstanceOf(UnexpectedRollbackException.class);
    assertThat(listener.seen()).containsExactly("before commit 2", "after rollback 1");
    assertThat(heard)
        .containsExactly(
            "beforeCommit 2",
            "beforeCompletion",
            "afterCompletion " + TransactionSynchronization.STATUS_ROLLED_BACK);
    assertThat(count("sold twice before")).isZero();
    assertThat(count("sold twice failed")).isEqualTo(1);
  }
}
