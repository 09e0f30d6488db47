package org.datxa.spring.shop;

import java.util.ArrayList;
import java.util.List;
import org.datxa.OperatorEvent;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.event.TransactionPhase;
import org.springframework.transaction.event.TransactionalEventListener;
import org.springframework.transaction.support.TransactionTemplate;

/** Works at each moment of a transaction, and notes what it saw there. */
public class Listener {
  public final List<String> seen = new ArrayList<>();
  public final List<OperatorEvent> told = new ArrayList<>();
  private final JdbcTemplate jdbc;
  private final TransactionTemplate anew;

  Listener(JdbcTemplate jdbc, PlatformTransactionManager manager) {
    this.jdbc = jdbc;
    this.anew = new TransactionTemplate(manager);
    anew.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
  }

  public List<String> seen() {
    return seen;
  }

  private long count(String note) {
    return jdbc.queryForObject("SELECT count(*) FROM purchase WHERE note = ?", Long.class, note);
  }

  private void write(String note) {
    jdbc.update("INSERT INTO purchase (note) VALUES (?)", note);
  }

  @TransactionalEventListener(phase = TransactionPhase.BEFORE_COMMIT)
  void beforeCommit(Sold sold) {
    write(sold.purchase() + " before");
    seen.add("before commit " + count(sold.purchase()));
  }

  @TransactionalEventListener(phase = TransactionPhase.AFTER_COMMIT)
  void afterCommit(Sold sold) {
    seen.add("after commit " + count(sold.purchase()));
    anew.executeWithoutResult(status -> write(sold.purchase() + " after"));
  }

  @TransactionalEventListener(phase = TransactionPhase.AFTER_ROLLBACK)
  void afterRollback(Sold sold) {
    seen.add("after rollback " + count(sold.purchase()));
    anew.executeWithoutResult(status -> write(sold.purchase() + " failed"));
  }

  @EventListener
  void told(OperatorEvent event) {
    told.add(event);
  }
}
