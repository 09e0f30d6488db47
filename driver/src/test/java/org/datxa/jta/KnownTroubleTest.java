package org.datxa.jta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import com.arjuna.ats.jta.TransactionManager;
import jakarta.transaction.RollbackException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import javax.sql.DataSource;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.datxa.DatXA;
import org.datxa.jta.HandManager.HandTransaction;
import org.datxa.stores.TestDeployment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Trouble that users of other resources and pools reported; public-reports.md has the list. */
class KnownTroubleTest {
  private static final String SESSIONS =
      " FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";

  private final jakarta.transaction.TransactionManager narayana =
      TransactionManager.transactionManager();
  private final HandManager manager = new HandManager();

  private static TestDeployment deployment(String shape) {
    TestDeployment lab = new TestDeployment().set("shape", shape).postgres("one");
    return shape.equals("composite") ? lab.postgres("two").journal() : lab;
  }

  private HandTransaction worked(DatXA datxa, long id) throws SQLException {
    manager.begin();
    TestDeployment.insert(datxa, "one", id);
    return manager.leave();
  }

  private static long sessions(TestDeployment lab) {
    return lab.count("one", "SELECT count(*)" + SESSIONS);
  }

  private static void killSessions(TestDeployment lab, String store) {
    lab.text(store, "SELECT count(pg_terminate_backend(pid))" + SESSIONS);
  }

  private static int session(DatXA datxa) throws SQLException {
    try (Connection connection = datxa.dataSource("one").getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT pg_backend_pid()")) {
      rows.next();
      return rows.getInt(1);
    }
  }

  private static int code(Throwable thrown) {
    assertThat(thrown).isInstanceOf(XAException.class);
    return ((XAException) thrown).errorCode;
  }

  @ParameterizedTest
  @ValueSource(strings = {"composite", "split"})
  void whenComponentsTakeAndCloseTheirOwnConnections_itIsOneSessionAndOneBranch(String shape)
      throws Exception {
    TestDeployment lab = deployment(shape).set("stores.one.pool.max", "1");
    try (DatXA datxa = lab.start(narayana)) {
      narayana.begin();
      Set<Integer> sessions = new HashSet<>();
      try (Connection outer = datxa.dataSource("one").getConnection()) {
        for (int i = 0; i < 20; i++) {
          TestDeployment.insert(datxa, "one", i);
          sessions.add(session(datxa));
        }
        assertThat(outer.isClosed()).isFalse();
      }
      sessions.add(session(datxa));
      narayana.commit();
      assertThat(sessions).hasSize(1);
      assertThat(lab.items("one")).isEqualTo(20);
      assertThat(session(datxa)).as("given back once, as it was").isIn(sessions);
    }
  }

  @Test
  void whenAHandleIsClosedAfterTheEnd_theConnectionIsNotGivenBackTwice() throws Exception {
    TestDeployment lab =
        deployment("split")
            .set("stores.one.pool.max", "1")
            .set("stores.one.pool.acquire_timeout_ms", "200");
    try (DatXA datxa = lab.start(narayana)) {
      DataSource source = datxa.dataSource("one");
      narayana.begin();
      Connection old = source.getConnection();
      TestDeployment.insert(datxa, "one", 1);
      narayana.commit();
      try (Connection next = source.getConnection()) {
        old.close();
        old.close();
        assertThatThrownBy(source::getConnection).hasMessageContaining("all 1 of the pool");
        assertThat(next.isValid(5)).isTrue();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"composite", "split"})
  void whenItWasRolledBackOrOnlyRead_commitFindsNothing(String shape) throws Exception {
    TestDeployment lab = deployment(shape);
    try (DatXA datxa = lab.start(manager)) {
      HandTransaction rolledBack = worked(datxa, 1);
      rolledBack.prepare();
      rolledBack.resource.rollback(rolledBack.xid);
      manager.begin();
      session(datxa);
      HandTransaction read = manager.leave();
      assertThat(read.prepare()).isEqualTo(XAResource.XA_RDONLY);
      for (HandTransaction it : new HandTransaction[] {rolledBack, read}) {
        for (boolean onePhase : new boolean[] {true, false}) {
          Throwable thrown = catchThrowable(() -> it.resource.commit(it.xid, onePhase));
          // The journal remembers who was rolled back, and says it rather than "unknown".
          boolean remembered = it == rolledBack && shape.equals("composite") && !onePhase;
          assertThat(code(thrown))
              .isEqualTo(remembered ? XAException.XA_HEURRB : XAException.XAER_NOTA);
        }
      }
      assertThat(lab.items("one")).isZero();
      assertThat(lab.prepared("one")).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"composite", "split"})
  void whenTheServerClosedWhatRecoveryUses_itAsksAgainOnANewOne(String shape) throws Exception {
    TestDeployment lab = deployment(shape);
    try (DatXA datxa = lab.start(manager)) {
      HandTransaction voted = worked(datxa, 1);
      voted.prepare();
      XAResource recovery = datxa.recoveryResource();
      for (int scan = 0; scan < 3; scan++) {
        killSessions(lab, "one");
        if (shape.equals("composite")) {
          killSessions(lab, "journal");
        }
        assertThat(recovery.recover(XAResource.TMSTARTRSCAN)).containsExactly(voted.xid);
        assertThat(recovery.recover(XAResource.TMENDRSCAN)).isEmpty();
      }
      killSessions(lab, "one");
      recovery.commit(voted.xid, false);
      await().untilAsserted(() -> assertThat(lab.items("one")).isEqualTo(1));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"composite", "split"})
  void whenAnXidIsUnknownToRecovery_itsConnectionStaysGood(String shape) throws Exception {
    TestDeployment lab = deployment(shape);
    try (DatXA datxa = lab.start(manager)) {
      HandTransaction voted = worked(datxa, 1);
      voted.prepare();
      HandTransaction unknown = worked(datxa, 2);
      unknown.end();
      unknown.resource.rollback(unknown.xid);
      XAResource recovery = datxa.recoveryResource();
      recovery.recover(XAResource.TMSTARTRSCAN);
      Throwable thrown = catchThrowable(() -> recovery.rollback(unknown.xid));
      assertThat(code(thrown)).isEqualTo(XAException.XAER_NOTA);
      recovery.rollback(voted.xid);
      assertThat(recovery.recover(XAResource.TMENDRSCAN)).isEmpty();
      assertThat(lab.prepared("one")).isZero();
    }
  }

  @Test
  void whenTheSocketDiedDuringALongTransaction_allIsRolledBackAndNothingStaysPrepared()
      throws Exception {
    TestDeployment lab = deployment("composite");
    try (DatXA datxa = lab.start(narayana)) {
      narayana.begin();
      TestDeployment.insert(datxa, "one", 1);
      TestDeployment.insert(datxa, "two", 1);
      OtherResource other = new OtherResource(0);
      narayana.getTransaction().enlistResource(other);
      killSessions(lab, "two");
      assertThatThrownBy(narayana::commit).isInstanceOf(RollbackException.class);
      assertThat(other.asked).contains("rollback").doesNotContain("commit");
      datxa.recover();
      assertThat(lab.items("one") + lab.items("two")).isZero();
      assertThat(lab.prepared("one") + lab.prepared("two")).isZero();
      TestDeployment.insert(datxa, "two", 2);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"composite", "split"})
  void whenCommitAndRollBackRace_thereIsOneOutcomeAndItIsTold(String shape) throws Exception {
    TestDeployment lab = deployment(shape);
    try (DatXA datxa = lab.start(manager)) {
      for (int id = 1; id <= 30; id++) {
        HandTransaction transaction = worked(datxa, id);
        boolean onePhase = id % 2 == 0;
        if (onePhase) {
          transaction.end();
        } else {
          transaction.prepare();
        }
        boolean committed = race(transaction, onePhase);
        long row = id;
        await()
            .untilAsserted(
                () ->
                    assertThat(lab.count("one", "SELECT count(*) FROM item WHERE id = " + row))
                        .as("transaction %d", row)
                        .isEqualTo(committed ? 1 : 0));
      }
      assertThat(lab.prepared("one")).isZero();
      assertThat(datxa.recoveryResource().recover(XAResource.TMSTARTRSCAN)).isEmpty();
    }
  }

  private static boolean race(HandTransaction transaction, boolean onePhase) throws Exception {
    CyclicBarrier together = new CyclicBarrier(2);
    CompletableFuture<Throwable> background =
        CompletableFuture.supplyAsync(
            () ->
                catchThrowable(
                    () -> {
                      together.await();
                      transaction.resource.rollback(transaction.xid);
                    }));
    together.await();
    Throwable commit = catchThrowable(() -> transaction.resource.commit(transaction.xid, onePhase));
    Throwable rollback = background.join();
    if (commit == null) {
      assertThat(code(rollback)).isIn(XAException.XAER_NOTA, XAException.XAER_PROTO);
    } else {
      assertThat(code(commit)).isNotIn(XAException.XAER_RMERR, 0);
      if (rollback != null) {
        assertThat(code(rollback)).isEqualTo(XAException.XAER_NOTA);
      }
    }
    return commit == null;
  }

  @Test
  void whenTheDeploymentIsClosed_noSessionIsLeftInTheServer() throws Exception {
    TestDeployment lab = deployment("composite");
    try (DatXA datxa = lab.start(manager)) {
      worked(datxa, 1).prepare();
      Connection forgotten = datxa.dataSource("one").getConnection();
      assertThat(forgotten.isClosed()).isFalse();
      datxa.recoveryResource().recover(XAResource.TMSTARTRSCAN);
      assertThat(sessions(lab)).isPositive();
    }
    await().untilAsserted(() -> assertThat(sessions(lab)).isZero());
    assertThat(lab.prepared("one")).isEqualTo(1);
    try (DatXA datxa = lab.start()) {
      XAResource recovery = datxa.recoveryResource();
      Xid[] left = recovery.recover(XAResource.TMSTARTRSCAN);
      assertThat(left).hasSize(1);
      recovery.rollback(left[0]);
    }
  }

  @Test
  void whatAnotherRoleHasPrepared_isNotCalledFinished() throws Exception {
    TestDeployment lab = deployment("split");
    Xid xid;
    try (DatXA datxa = lab.start(manager)) {
      HandTransaction voted = worked(datxa, 1);
      voted.prepare();
      xid = voted.xid;
    }
    String role = "weak_" + lab.database("one");
    lab.execute("one", "CREATE ROLE " + role + " LOGIN PASSWORD 'weak'");
    lab.execute("one", "GRANT ALL ON SCHEMA datxa, public TO " + role);
    lab.execute("one", "GRANT ALL ON ALL TABLES IN SCHEMA datxa, public TO " + role);
    TestDeployment weak = lab.without("two");
    weak.set("stores.one.url", lab.value("stores.one.url").replaceFirst("user=\\w+&?", ""));
    weak.set("stores.one.user", role).set("stores.one.password", "weak");
    try (DatXA datxa = weak.start()) {
      XAResource recovery = datxa.recoveryResource();
      assertThat(recovery.recover(XAResource.TMSTARTRSCAN)).containsExactly(xid);
      for (boolean commit : new boolean[] {true, false}) {
        Throwable thrown =
            catchThrowable(
                () -> {
                  if (commit) {
                    recovery.commit(xid, false);
                  } else {
                    recovery.rollback(xid);
                  }
                });
        assertThat(code(thrown)).as("commit %s", commit).isEqualTo(XAException.XAER_RMFAIL);
      }
    }
    try (DatXA datxa = lab.start()) {
      datxa.recoveryResource().commit(xid, false);
      assertThat(lab.items("one")).isEqualTo(1);
    }
    lab.execute("one", "DROP OWNED BY " + role);
    lab.execute("one", "DROP ROLE " + role);
  }
}
