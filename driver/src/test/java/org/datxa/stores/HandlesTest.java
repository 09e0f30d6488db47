package org.datxa.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.arjuna.ats.jta.TransactionManager;
import jakarta.transaction.Synchronization;
import jakarta.transaction.Transaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.datxa.DatXA;
import org.datxa.RetryPolicy;
import org.datxa.UnitOfWork;
import org.datxa.spi.error.Aborted;
import org.junit.jupiter.api.Test;

/** What a handle may do when. */
class HandlesTest {
  private final jakarta.transaction.TransactionManager manager =
      TransactionManager.transactionManager();

  @Test
  void whenTakenBeforeTheTransactionBegan_itIsRefusedInside() throws Exception {
    try (DatXA datxa = one().start(manager);
        Connection before = datxa.dataSource("one").getConnection()) {
      manager.begin();
      assertRefused(before);
      manager.rollback();
    }
  }

  @Test
  void whenItsTransactionIsSuspended_itIsRefusedInAnotherAndWorksAfterResume() throws Exception {
    TestDeployment lab = one();
    try (DatXA datxa = lab.start(manager)) {
      manager.begin();
      Connection outer = datxa.dataSource("one").getConnection();
      insert(outer, 1);
      Transaction suspended = manager.suspend();
      assertRefused(outer);
      manager.begin();
      assertRefused(outer);
      TestDeployment.insert(datxa, "one", 2);
      manager.commit();
      manager.resume(suspended);
      insert(outer, 3);
      manager.commit();
      assertThat(lab.items("one")).isEqualTo(3);
      assertRefused(outer);
      outer.close();
    }
  }

  @Test
  void whenTheTransactionIsMarkedForRollback_statementsAreRefusedAndCloseIsHarmless()
      throws Exception {
    try (DatXA datxa = one().start(manager)) {
      manager.begin();
      Connection connection = datxa.dataSource("one").getConnection();
      insert(connection, 1);
      manager.setRollbackOnly();
      assertRefused(connection);
      connection.close();
      manager.rollback();
    }
  }

  @Test
  void beforeCompletion_mayStillWrite_andAfterCompletionWorksAsOutside() throws Exception {
    TestDeployment lab = one();
    try (DatXA datxa = lab.start(manager)) {
      manager.begin();
      TestDeployment.insert(datxa, "one", 1);
      manager
          .getTransaction()
          .registerSynchronization(
              new Synchronization() {
                @Override
                public void beforeCompletion() {
                  insertUnchecked(datxa, 2);
                }

                @Override
                public void afterCompletion(int status) {
                  insertUnchecked(datxa, 3);
                }
              });
      manager.commit();
      assertThat(lab.items("one")).isEqualTo(3);
    }
  }

  @Test
  void whenTheTransactionIsEnlisted_commitAndItsLikeAreRefused() throws Exception {
    try (DatXA datxa = one().start();
        UnitOfWork unit = datxa.begin();
        Connection connection = datxa.dataSource("one").getConnection();
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
      assertThatThrownBy(connection::rollback).isInstanceOf(SQLException.class);
      assertThatThrownBy(connection::setSavepoint).isInstanceOf(SQLException.class);
      assertThatThrownBy(() -> connection.setAutoCommit(true)).isInstanceOf(SQLException.class);
      assertThatThrownBy(() -> statement.execute("COMMIT")).isInstanceOf(SQLException.class);
      assertThatThrownBy(() -> statement.execute("ROLLBACK")).isInstanceOf(SQLException.class);
      unit.rollback();
    }
  }

  @Test
  void whenUsedFromAnotherThread_itIsRefused() throws Exception {
    try (DatXA datxa = one().start();
        UnitOfWork unit = datxa.begin();
        Connection connection = datxa.dataSource("one").getConnection()) {
      CompletableFuture<Void> other =
          CompletableFuture.runAsync(
              () -> {
                try {
                  insert(connection, 1);
                } catch (SQLException e) {
                  throw new CompletionException(e);
                }
              });
      assertThatThrownBy(other::join).hasCauseInstanceOf(SQLException.class);
      assertThatThrownBy(() -> CompletableFuture.runAsync(unit::commit).join())
          .hasCauseInstanceOf(IllegalStateException.class);
      unit.rollback();
    }
  }

  @Test
  void whenAUnitOfWorkIsBegunInsideATransaction_itIsRefused() throws Exception {
    try (DatXA datxa = one().start(manager)) {
      manager.begin();
      assertThatThrownBy(datxa::begin).isInstanceOf(IllegalStateException.class);
      manager.rollback();
      try (UnitOfWork unit = datxa.begin()) {
        assertThatThrownBy(datxa::begin).isInstanceOf(IllegalStateException.class);
        unit.rollback();
      }
    }
  }

  @Test
  void whenEndedTwice_theSecondCommitIsRefusedAndCloseIsHarmless() throws Exception {
    try (DatXA datxa = one().start()) {
      UnitOfWork unit = datxa.begin();
      TestDeployment.insert(datxa, "one", 1);
      unit.commit();
      assertThatThrownBy(unit::commit).isInstanceOf(IllegalStateException.class);
      unit.close();
      unit.close();
    }
  }

  @Test
  void whenTheWorkIsInterrupted_theCommitIsWholeAndTheInterruptIsKept() throws Exception {
    TestDeployment lab = new TestDeployment().postgres("one").postgres("two").journal();
    try (DatXA datxa = lab.start();
        UnitOfWork unit = datxa.begin()) {
      TestDeployment.insert(datxa, "one", 1);
      TestDeployment.insert(datxa, "two", 1);
      Thread.currentThread().interrupt();
      unit.commit();
      assertThat(Thread.interrupted()).isTrue();
      assertThat(lab.items("one") + lab.items("two")).isEqualTo(2);
    }
  }

  @Test
  void whenTheWorkFailsForATransientReason_itIsRunAgainAsAWhole() throws Exception {
    TestDeployment lab = one();
    try (DatXA datxa = lab.start()) {
      java.util.List<java.util.UUID> attempts = new java.util.ArrayList<>();
      datxa.call(
          unit -> {
            attempts.add(unit.datTxn());
            TestDeployment.insert(datxa, "one", attempts.size());
            if (attempts.size() < 3) {
              throw new SQLException("serialization failure", "40001");
            }
            return null;
          });
      assertThat(attempts).hasSize(3).doesNotHaveDuplicates();
      assertThat(lab.items("one")).isEqualTo(1);
    }
  }

  @Test
  void whenAFunctionEndsItsUnitItself_itIsRefusedAndNothingIsDoneTwice() throws Exception {
    TestDeployment lab = one();
    try (DatXA datxa = lab.start()) {
      assertThatThrownBy(
              () ->
                  datxa.call(
                      unit -> {
                        TestDeployment.insert(datxa, "one", 1);
                        unit.commit();
                        throw new SQLException("after the commit", "40001");
                      }))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("return to commit");
      assertThat(lab.items("one")).isZero();
    }
  }

  @Test
  void whenEveryAttemptFails_theLastFailureCarriesTheEarlierOnes() throws Exception {
    RetryPolicy two =
        new RetryPolicy(
            2, java.time.Duration.ofSeconds(5), java.time.Duration.ZERO, java.time.Duration.ZERO);
    try (DatXA datxa = one().start()) {
      assertThatThrownBy(
              () ->
                  datxa.call(
                      two,
                      unit -> {
                        throw new SQLException("again", "40P01");
                      }))
          .isInstanceOf(SQLException.class)
          .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
    }
  }

  @Test
  void whenAStoreExceptionIsSwallowed_nothingIsHalfCommitted() throws Exception {
    TestDeployment lab = new TestDeployment().postgres("one").postgres("two").journal();
    try (DatXA datxa = lab.start();
        UnitOfWork unit = datxa.begin()) {
      TestDeployment.insert(datxa, "one", 1);
      try (Connection connection = datxa.dataSource("two").getConnection();
          Statement statement = connection.createStatement()) {
        assertThatThrownBy(() -> statement.executeUpdate("INSERT INTO nowhere VALUES (1)"))
            .isInstanceOf(SQLException.class);
      }
      assertThatThrownBy(unit::commit).isInstanceOf(Aborted.class);
      assertThat(lab.items("one")).isZero();
    }
  }

  private static TestDeployment one() {
    return new TestDeployment().postgres("one");
  }

  private static void insert(Connection connection, long id) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate("INSERT INTO item VALUES (" + id + ", 'x')");
    }
  }

  private static void insertUnchecked(DatXA datxa, long id) {
    try {
      TestDeployment.insert(datxa, "one", id);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void assertRefused(Connection connection) {
    assertThatThrownBy(() -> insert(connection, 99)).isInstanceOf(SQLException.class);
  }
}
