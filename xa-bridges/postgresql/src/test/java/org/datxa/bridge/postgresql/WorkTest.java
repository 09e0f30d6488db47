package org.datxa.bridge.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.awaitility.Awaitility;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.Marker;
import org.datxa.spi.Resolution;
import org.datxa.spi.TwoPhaseBranch;
import org.datxa.spi.TwoPhaseBranch.Work;
import org.datxa.spi.error.StoreRefused;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

class WorkTest {
  private final StoreFixture lab = new StoreFixture();

  @AfterEach
  void close() {
    lab.close();
  }

  @Test
  void rollbackFromAnotherThreadEndsTheRunningStatement() throws Exception {
    TwoPhaseBranch branch = lab.wrote(1);
    CompletableFuture<Void> work =
        CompletableFuture.runAsync(
            () -> {
              try {
                lab.work("SELECT pg_sleep(300)");
              } catch (SQLException e) {
                throw new IllegalStateException(e);
              }
            });
    Awaitility.await()
        .until(
            () ->
                "1"
                    .equals(
                        lab.ask(
                            "SELECT count(*) FROM pg_stat_activity WHERE datname ="
                                + " current_database() AND wait_event = 'PgSleep'")));
    branch.rollback();
    branch.release();
    assertThatThrownBy(work::get)
        .isInstanceOf(ExecutionException.class)
        .hasRootCauseInstanceOf(SQLException.class);
    assertThat(lab.items()).isZero();
    assertThat(lab.ask("SELECT count(*) FROM pg_locks WHERE relation = 'item'::regclass"))
        .isEqualTo("0");
  }

  @Test
  void deferredConstraintThatFailsAtPrepareIsRefusedAsConstraint() throws Exception {
    lab.server()
        .execute(
            lab.database(),
            "CREATE TABLE part (item int REFERENCES item DEFERRABLE INITIALLY DEFERRED)");
    for (boolean prepare : new boolean[] {true, false}) {
      TwoPhaseBranch branch = lab.begin();
      lab.work("INSERT INTO part VALUES (99)");
      assertThat(branch.inspect()).isEqualTo(Work.WROTE);
      StoreRefused refused =
          catchThrowableOfType(StoreRefused.class, () -> StoreFixture.finish(branch, prepare));
      assertThat(refused.kind()).isEqualTo(ErrorKind.CONSTRAINT);
      branch.rollback();
      branch.release();
      assertThat(lab.preparedHere()).isZero();
      assertThat(lab.store().marker(branch.datTxn())).isEqualTo(Marker.ABSENT);
    }
  }

  @Test
  void rollbackAfterARefusedPrepareIsNoHeuristic() throws Exception {
    TwoPhaseBranch branch = lab.begin();
    lab.work("CREATE TEMP TABLE scratch (a int)"); // PostgreSQL does not prepare such work
    branch.inspect();
    assertThatThrownBy(() -> branch.prepare(StoreFixture.gid(branch), StoreFixture.stamp(branch)))
        .isInstanceOf(StoreRefused.class);
    assertThat(branch.rollbackPrepared()).isEqualTo(Resolution.DONE);
    branch.release();
  }

  @Test
  void serializableReadsThatCannotHoldAreRefusedAsTransient() throws Exception {
    lab.server().execute(lab.database(), "INSERT INTO item VALUES (1, 'a'), (2, 'a')");
    TwoPhaseBranch pivot = serializable();
    lab.work("SELECT name FROM item WHERE id = 1");
    try (Connection third = lab.server().connect(lab.database());
        Statement statement = third.createStatement()) {
      third.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
      third.setAutoCommit(false);
      statement.execute("UPDATE item SET name = 'b' WHERE id = 1");
      third.commit();
    }
    lab.work("UPDATE item SET name = 'c' WHERE id = 2");
    pivot.inspect();
    pivot.prepare(StoreFixture.gid(pivot), StoreFixture.stamp(pivot));
    TwoPhaseBranch reader = serializable();
    lab.work("SELECT name FROM item WHERE id = 1");
    assertThatThrownBy(() -> lab.work("SELECT name FROM item WHERE id = 2"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("40001"));
    StoreRefused refused = catchThrowableOfType(StoreRefused.class, reader::endReading);
    assertThat(refused.kind()).isEqualTo(ErrorKind.TRANSIENT);
    reader.release();
    pivot.commitPrepared();
    pivot.release();
  }

  private TwoPhaseBranch serializable() throws Exception {
    TwoPhaseBranch branch = lab.begin();
    try (Connection connection = lab.connection()) {
      connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
    }
    return branch;
  }

  @Test
  void notificationOfAReaderIsDeliveredBeforeTheDecision() throws Exception {
    try (Connection listener = lab.server().connect(lab.database());
        Statement statement = listener.createStatement()) {
      statement.execute("LISTEN news");
      TwoPhaseBranch branch = lab.begin();
      lab.work("NOTIFY news, 'x'");
      assertThat(branch.inspect()).isEqualTo(Work.READ_ONLY);
      branch.endReading();
      branch.release();
      PGNotification[] received = listener.unwrap(PGConnection.class).getNotifications(10_000);
      assertThat(received).hasSize(1);
    }
  }

  @Test
  void whereAForeignServerIs_branchWithoutAnIdIsPreparedLikeAWriter() throws Exception {
    lab.server()
        .execute(
            lab.database(),
            "CREATE FOREIGN DATA WRAPPER far; CREATE SERVER away FOREIGN DATA WRAPPER far");
    TwoPhaseBranch branch = lab.begin();
    lab.work("SELECT 1");
    assertThat(branch.inspect()).isEqualTo(Work.WROTE);
    branch.prepare(StoreFixture.gid(branch), StoreFixture.stamp(branch));
    assertThat(branch.commitPrepared()).isEqualTo(Resolution.DONE);
    branch.release();
  }

  @Test
  void releaseWithoutAnythingRollsBack() throws Exception {
    TwoPhaseBranch branch = lab.wrote(1);
    branch.release();
    branch.release();
    assertThat(lab.items()).isZero();
  }

  @Test
  void gidOfAnotherBranchIsRefused() throws Exception {
    TwoPhaseBranch branch = lab.wrote(1);
    TwoPhaseBranch other = lab.begin();
    assertThatThrownBy(() -> branch.prepare(StoreFixture.gid(other), StoreFixture.stamp(branch)))
        .isInstanceOf(IllegalArgumentException.class);
    branch.release();
    other.release();
  }
}
