package org.datxa.narayana;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.arjuna.ats.jta.resources.LastResourceCommitOptimisation;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.datxa.DatXA;
import org.datxa.managers.OtherDatabase;
import org.datxa.stores.TestDeployment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What applications do with transactions, under Narayana and beside another database. */
class NarayanaTest {
  private static final TransactionManager MANAGER = Here.NARAYANA.manager();
  private static final int THREADS = 4;
  private static final int EACH = 5;

  private final TestDeployment lab =
      new TestDeployment().postgres("pg").postgres("pg2").journal().postgres("other");
  private final OtherDatabase other = new OtherDatabase(lab.url("other"));
  private DatXA datxa;

  @BeforeEach
  void start() {
    datxa =
        DatXA.builder()
            .properties(lab.without("other").values())
            .transactionManager(MANAGER)
            .resources(DatXaNarayana.standalone())
            .start();
  }

  @AfterEach
  void nothingIsLeft() throws Exception {
    MANAGER.setTransactionTimeout(0);
    if (MANAGER.getStatus() != Status.STATUS_NO_TRANSACTION) {
      MANAGER.rollback(); // the test has failed
    }
    assertThat(lab.prepared("pg") + lab.prepared("pg2") + lab.prepared("other")).isZero();
    assertThat(Here.NARAYANA.records()).isEmpty();
    datxa.close();
    other.close();
  }

  private void insert(long id) throws Exception {
    TestDeployment.insert(datxa, "pg", id);
    TestDeployment.insert(datxa, "pg2", id);
  }

  private void insertInOther(long id) throws Exception {
    other.insert(MANAGER, id, Here.NARAYANA::named);
  }

  private void requireRows(long count) {
    assertThat(lab.items("pg")).isEqualTo(count);
    assertThat(lab.items("pg2")).isEqualTo(count);
  }

  @Test
  void whenAnotherDatabaseTakesPart_bothAreCommittedOrNeither() throws Exception {
    MANAGER.begin();
    insert(1);
    insertInOther(1);
    MANAGER.commit();
    requireRows(1);
    assertThat(lab.items("other")).isEqualTo(1);

    MANAGER.begin();
    insertInOther(2);
    insert(2);
    MANAGER.setRollbackOnly();
    assertThatThrownBy(MANAGER::commit).isInstanceOf(RollbackException.class);
    requireRows(1);
    assertThat(lab.items("other")).isEqualTo(1);
  }

  @Test
  void whenALastResourceCommits_oursFollows() throws Exception {
    List<String> asked = new ArrayList<>();
    MANAGER.begin();
    insert(1);
    MANAGER.getTransaction().enlistResource(lastResource(asked, 0));
    MANAGER.commit();
    assertThat(asked).contains("commit").doesNotContain("prepare");
    requireRows(1);
  }

  @Test
  void whenALastResourceFails_oursIsRolledBack() throws Exception {
    MANAGER.begin();
    insert(1);
    MANAGER
        .getTransaction()
        .enlistResource(lastResource(new ArrayList<>(), XAException.XA_RBROLLBACK));
    assertThatThrownBy(MANAGER::commit).isInstanceOf(RollbackException.class);
    requireRows(0);
  }

  /** A resource that is committed in one phase, between the votes and the decision. */
  private static XAResource lastResource(List<String> asked, int failure) {
    return (XAResource)
        Proxy.newProxyInstance(
            NarayanaTest.class.getClassLoader(),
            new Class<?>[] {LastResourceCommitOptimisation.class},
            (proxy, method, arguments) -> {
              asked.add(method.getName());
              if (method.getName().equals("commit") && failure != 0) {
                throw new XAException(failure);
              }
              return switch (method.getName()) {
                case "isSameRM", "setTransactionTimeout" -> false;
                case "getTransactionTimeout", "hashCode" -> 0;
                case "toString" -> "last";
                default -> null;
              };
            });
  }

  @Test
  void whenSuspendedAndResumed_theWorkOutsideIsNotPartOfIt() throws Exception {
    MANAGER.begin();
    insert(1);
    Transaction suspended = MANAGER.suspend();
    TestDeployment.insert(datxa, "pg", 2);
    assertThat(lab.items("pg")).isEqualTo(1);
    MANAGER.resume(suspended);
    insert(3);
    MANAGER.commit();
    assertThat(lab.items("pg")).isEqualTo(3);
    assertThat(lab.items("pg2")).isEqualTo(2);
  }

  @Test
  void whenANewTransactionRunsInside_eachHasItsOwnOutcome() throws Exception {
    MANAGER.begin();
    insert(1);
    insertInOther(1);
    Transaction outer = MANAGER.suspend();
    MANAGER.begin();
    insert(2);
    insertInOther(2);
    MANAGER.commit();
    requireRows(1);
    MANAGER.resume(outer);
    insert(3);
    MANAGER.rollback();
    requireRows(1);
    assertThat(lab.count("pg", "SELECT max(id) FROM item")).isEqualTo(2);
    assertThat(lab.items("other")).isEqualTo(1);
  }

  @Test
  void whenAnotherThreadCompletesIt_itIsComplete() throws Exception {
    MANAGER.begin();
    insert(1);
    insertInOther(1);
    Transaction begun = MANAGER.suspend();
    ExecutorService executor = Executors.newSingleThreadExecutor();
    try {
      executor
          .submit(
              () -> {
                MANAGER.resume(begun);
                insert(2);
                MANAGER.commit();
                return null;
              })
          .get(30, TimeUnit.SECONDS);
    } finally {
      executor.shutdown();
    }
    requireRows(2);
    assertThat(lab.items("other")).isEqualTo(1);
  }

  @Test
  void whenManyThreadsCompleteAtOnce_allIsThereOnce() throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        int first = thread * EACH;
        all.add(executor.submit(() -> commitEach(first)));
      }
      for (Future<?> one : all) {
        one.get(60, TimeUnit.SECONDS);
      }
    } finally {
      executor.shutdown();
    }
    requireRows(THREADS * EACH);
    assertThat(lab.items("other")).isEqualTo(THREADS * EACH);
  }

  private Void commitEach(int first) throws Exception {
    for (int id = first; id < first + EACH; id++) {
      MANAGER.begin();
      insert(id);
      insertInOther(id);
      MANAGER.commit();
    }
    return null;
  }

  @Test
  @Timeout(60)
  void whenTheTimeoutPassesWhileAStatementRuns_itEndsSoonAndNothingOfItStays() throws Exception {
    MANAGER.setTransactionTimeout(4);
    MANAGER.begin();
    insert(1);
    insertInOther(1);
    assertThatThrownBy(() -> TestDeployment.run(datxa, "pg", "SELECT pg_sleep(300)"))
        .isInstanceOf(SQLException.class);
    assertThatThrownBy(MANAGER::commit).isInstanceOf(RollbackException.class);
    requireRows(0);
    assertThat(lab.items("other")).isZero();

    MANAGER.setTransactionTimeout(0);
    MANAGER.begin(); // the timeout of the first does not stick to what comes next
    insert(2);
    insertInOther(2);
    MANAGER.commit();
    requireRows(1);
  }
}
