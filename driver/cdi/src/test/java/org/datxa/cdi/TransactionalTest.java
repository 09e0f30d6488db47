package org.datxa.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import jakarta.enterprise.context.ContextNotActiveException;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionRequiredException;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.TransactionalException;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.datxa.bridge.iceberg.DatXaTable;
import org.datxa.spi.error.HandleRefused;
import org.datxa.stores.TestDeployment;
import org.jboss.weld.environment.se.WeldContainer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which data are there after what was declared, in four stores. */
class TransactionalTest {
  private static final TestDeployment LAB =
      new TestDeployment()
          .postgres("shop")
          .clickHouse("facts")
          .drevo("graph")
          .iceberg("lake")
          .journal();

  private static WeldContainer container;
  private static Transactions tx;
  private static Stores stores;
  private static PerTransaction scoped;
  private static TransactionManager manager;
  private static TransactionSynchronizationRegistry registry;
  private static long id;

  private Count before;

  private record Count(long items, long facts, long nodes, long lines) {
    static Count now() {
      return new Count(
          LAB.items("shop"), LAB.facts("facts"), LAB.nodes("graph"), LAB.lines("lake"));
    }
  }

  @BeforeAll
  static void start() {
    container =
        Container.start(LAB.values(), Transactions.class, Stores.class, PerTransaction.class);
    tx = container.select(Transactions.class).get();
    stores = container.select(Stores.class).get();
    scoped = container.select(PerTransaction.class).get();
    manager = container.select(TransactionManager.class).get();
    registry = container.select(TransactionSynchronizationRegistry.class).get();
  }

  @AfterAll
  static void stop() {
    container.close();
  }

  @BeforeEach
  void count() {
    before = Count.now();
  }

  @AfterEach
  void noTransactionIsLeft() throws Exception {
    assertThat(manager.getStatus()).isEqualTo(Status.STATUS_NO_TRANSACTION);
    assertThat(LAB.prepared("shop")).isZero();
    assertThat(LAB.preparedInGraph("graph")).isZero();
  }

  private void assertWritten(long times) {
    assertThat(Count.now())
        .isEqualTo(
            new Count(
                before.items + times,
                before.facts + times,
                before.nodes + times,
                before.lines + times));
  }

  private static void write() throws SQLException {
    stores.all(++id);
  }

  private static void writeAnd(Exception failure) throws Exception {
    write();
    throw failure;
  }

  private static final class Expected extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  @Test
  void required_beginsAndCommits_orJoinsWhatIsThere() throws Exception {
    tx.required(TransactionalTest::write);
    assertWritten(1);
    assertThatThrownBy(
            () ->
                tx.required(
                    () -> {
                      tx.required(TransactionalTest::write);
                      writeAnd(new Expected());
                    }))
        .isInstanceOf(Expected.class);
    assertWritten(1);
  }

  @Test
  void whenAJoinedMethodFails_theOuterCannotCommitEvenIfItCatches() throws Exception {
    tx.required(
        () -> {
          write();
          assertThatThrownBy(() -> tx.required(() -> writeAnd(new Expected())))
              .isInstanceOf(Expected.class);
          assertThat(manager.getStatus()).isEqualTo(Status.STATUS_MARKED_ROLLBACK);
          assertThatThrownBy(TransactionalTest::write).isInstanceOf(SQLException.class);
        });
    assertWritten(0);
  }

  @Test
  void requiresNew_isOnItsOwnInBothDirections() throws Exception {
    assertThatThrownBy(
            () ->
                tx.required(
                    () -> {
                      write();
                      tx.requiresNew(TransactionalTest::write);
                      throw new Expected();
                    }))
        .isInstanceOf(Expected.class);
    assertWritten(1);
    tx.required(
        () -> {
          write();
          assertThatThrownBy(() -> tx.requiresNew(() -> writeAnd(new Expected())))
              .isInstanceOf(Expected.class);
          write();
        });
    assertWritten(3);
  }

  @Test
  void mandatory_refusesOutsideAndJoinsInside() throws Exception {
    assertThatThrownBy(() -> tx.mandatory(TransactionalTest::write))
        .isInstanceOf(TransactionalException.class)
        .hasCauseInstanceOf(TransactionRequiredException.class);
    assertWritten(0);
    tx.required(() -> tx.mandatory(TransactionalTest::write));
    assertWritten(1);
    assertThatThrownBy(() -> tx.required(() -> tx.mandatory(() -> writeAnd(new Expected()))))
        .isInstanceOf(Expected.class);
    assertWritten(1);
  }

  @Test
  void supports_worksOutsideStatementByStatementAndJoinsInside() throws Exception {
    assertThatThrownBy(() -> tx.supports(() -> writeAnd(new Expected())))
        .isInstanceOf(Expected.class);
    assertWritten(1);
    assertThatThrownBy(() -> tx.required(() -> tx.supports(() -> writeAnd(new Expected()))))
        .isInstanceOf(Expected.class);
    assertWritten(1);
  }

  @Test
  void notSupported_worksOutsideWhileTheTransactionIsSuspended() throws Exception {
    assertThatThrownBy(
            () ->
                tx.required(
                    () -> {
                      write();
                      tx.notSupported(TransactionalTest::write);
                      throw new Expected();
                    }))
        .isInstanceOf(Expected.class);
    assertWritten(1);
  }

  @Test
  void never_worksOutsideAndRefusesInsideWithoutHarm() throws Exception {
    tx.never(TransactionalTest::write);
    assertWritten(1);
    tx.required(
        () -> {
          write();
          assertThatThrownBy(() -> tx.never(TransactionalTest::write))
              .isInstanceOf(TransactionalException.class)
              .hasCauseInstanceOf(InvalidTransactionException.class);
        });
    assertWritten(2);
  }

  @Test
  void exceptions_decideByTheirKindAndByWhatIsDeclared() throws Exception {
    assertThrown(new Expected(), e -> tx.required(() -> writeAnd(e)));
    assertWritten(0);
    assertThrown(new IOException("checked"), e -> tx.required(() -> writeAnd(e)));
    assertWritten(1);
    assertThrown(new IOException("declared"), e -> tx.rollbackOnIo(() -> writeAnd(e)));
    assertWritten(1);
    assertThrown(
        new IllegalArgumentException("kept"), e -> tx.keptOnIllegalArgument(() -> writeAnd(e)));
    assertWritten(2);
    assertThrown(new Expected(), e -> tx.keptOnIllegalArgument(() -> writeAnd(e)));
    assertWritten(2);
  }

  /** Work that fails with what it is given. */
  private interface Failing {
    void with(Exception failure) throws Exception;
  }

  private static void assertThrown(Exception failure, Failing work) {
    assertThat(catchThrowable(() -> work.with(failure))).isSameAs(failure);
  }

  @Test
  void whenItIsMarked_itEndsWithoutExceptionAndWithoutData() throws Exception {
    tx.required(
        () -> {
          write();
          registry.setRollbackOnly();
          assertThatThrownBy(() -> stores.item(0)).isInstanceOf(SQLException.class);
          assertThatThrownBy(() -> stores.node(0)).isInstanceOf(RuntimeException.class);
        });
    assertWritten(0);
  }

  @Test
  void whenAStoreRefusesAtTheEnd_noneHasTheDataAndTheCallerIsTold() {
    LAB.execute(
        "shop",
        "CREATE TABLE strict (id bigint, note text, CONSTRAINT one_note UNIQUE (note) DEFERRABLE"
            + " INITIALLY DEFERRED)");
    Throwable told =
        catchThrowable(
            () ->
                tx.required(
                    () -> {
                      write();
                      try (Connection connection = stores.shop().getConnection()) {
                        Stores.insert(connection, "strict", 1);
                        Stores.insert(connection, "strict", 2);
                      }
                    }));
    assertThat(told).isNotNull();
    assertThat(told).hasStackTraceContaining("RollbackException");
    assertThat(told).hasStackTraceContaining("one_note");
    assertWritten(0);
  }

  @Test
  void handles_belongToTheTransactionThatTheyWereTakenIn() throws Exception {
    tx.required(
        () -> {
          DatXaTable table = stores.lake().table("shop.line");
          table.append(Stores.row(++id));
          try (Connection connection = stores.shop().getConnection();
              Connection facts = stores.facts().getConnection()) {
            Stores.insert(connection, "item", ++id);
            Stores.insert(facts, "fact", id);
            tx.requiresNew(() -> assertRefused(connection, facts, table));
            tx.notSupported(() -> assertRefused(connection, facts, table));
            Stores.insert(connection, "item", ++id);
            Stores.insert(facts, "fact", id);
            table.append(Stores.row(id));
            stores.node(id);
            stores.node(++id);
          }
        });
    assertWritten(2);
  }

  private static void assertRefused(Connection connection, Connection facts, DatXaTable table) {
    assertThatThrownBy(() -> Stores.insert(connection, "item", 0)).isInstanceOf(SQLException.class);
    assertThatThrownBy(() -> Stores.insert(facts, "fact", 0)).isInstanceOf(SQLException.class);
    assertThatThrownBy(() -> table.append(Stores.row(0))).isInstanceOf(HandleRefused.class);
  }

  @Test
  void transactionScoped_isOneForEachTransactionAndEndsWithIt() throws Exception {
    assertThatThrownBy(scoped::id).isInstanceOf(ContextNotActiveException.class);
    List<String> seen = new ArrayList<>();
    tx.required(
        () -> {
          seen.add(scoped.id());
          tx.required(() -> seen.add(scoped.id()));
          tx.requiresNew(() -> seen.add(scoped.id()));
          assertThat(PerTransaction.ENDED).contains(seen.get(2)).doesNotContain(seen.get(0));
          tx.mandatory(() -> seen.add(scoped.id()));
          write();
        });
    assertThat(seen.get(1)).isEqualTo(seen.get(0)).isEqualTo(seen.get(3));
    assertThat(seen.get(2)).isNotEqualTo(seen.get(0));
    assertThat(PerTransaction.ENDED).contains(seen.get(0));
    assertWritten(1);
  }

  @Test
  void synchronizations_runInOrderAndBeforeCompletionMayStillWrite() throws Exception {
    List<String> order = new ArrayList<>();
    tx.required(
        () -> {
          registry.registerInterposedSynchronization(new Noting("interposed", order));
          manager.getTransaction().registerSynchronization(new Noting("plain", order));
          stores.node(++id);
          stores.node(++id);
        });
    assertThat(order)
        .containsExactly(
            "before plain", "before interposed", "after interposed 3", "after plain 3");
    assertWritten(2);
  }

  /** The first to be asked writes to stores that the transaction has not touched yet. */
  private record Noting(String name, List<String> order) implements Synchronization {
    @Override
    public void beforeCompletion() {
      order.add("before " + name);
      try {
        stores.item(++id);
        stores.fact(id);
        stores.line(id);
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void afterCompletion(int status) {
      order.add("after " + name + " " + status);
    }
  }

  @Test
  void whenBeforeCompletionFails_nothingIsThere() {
    Throwable told =
        catchThrowable(
            () ->
                tx.required(
                    () -> {
                      write();
                      registry.registerInterposedSynchronization(new Failed());
                    }));
    assertThat(told).hasStackTraceContaining("RollbackException");
    assertWritten(0);
  }

  private record Failed() implements Synchronization {
    @Override
    public void beforeCompletion() {
      throw new Expected();
    }

    @Override
    public void afterCompletion(int status) {}
  }
}
