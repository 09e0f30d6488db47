package org.datxa.bridge.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.datxa.lab.LabPostgres;
import org.datxa.spi.Marker;
import org.datxa.spi.Resolution;
import org.datxa.spi.TwoPhaseBranch;
import org.datxa.spi.TwoPhaseStore;
import org.datxa.spi.error.StoreException;
import org.datxa.spi.error.StoreRefused;
import org.datxa.spi.error.StoreUnknown;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A server of its own whose durable steps wait for a standby that never comes. */
class SynchronousReplicationTest {
  private static LabPostgres server;

  private final StoreFixture lab = new StoreFixture(server);

  @BeforeAll
  static void start() {
    server = LabPostgres.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @AfterEach
  void close() {
    standby("");
    lab.close();
  }

  private static void standby(String name) {
    server.execute("postgres", "ALTER SYSTEM SET synchronous_standby_names = '" + name + "'");
    server.execute("postgres", "SELECT pg_reload_conf()");
    Awaitility.await()
        .until(
            () ->
                name.equals(
                    StoreFixture.ask(server, "postgres", "SHOW synchronous_standby_names")));
  }

  private Throwable whileWaiting(Step step, Step meanwhile) throws Exception {
    standby("nobody");
    CompletableFuture<Throwable> running =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                step.run();
                return null;
              } catch (Exception e) {
                return e;
              }
            });
    Awaitility.await().until(() -> !"0".equals(waiting("count(*)")));
    meanwhile.run();
    waiting("count(pg_cancel_backend(pid))");
    return running.get();
  }

  private static String waiting(String what) throws Exception {
    return StoreFixture.ask(
        server,
        "postgres",
        "SELECT " + what + " FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
  }

  private interface Step {
    void run() throws Exception;
  }

  @Test
  void j7_commitWhoseWaitWasCancelledIsUnknown() throws Exception {
    TwoPhaseBranch branch = lab.wrote(1);
    branch.inspect();
    Throwable answer = whileWaiting(() -> branch.commit(StoreFixture.stamp(branch)), () -> {});
    assertThat(answer).isInstanceOf(StoreUnknown.class).hasMessageContaining("warning");
    standby("");
    branch.release();
    assertThat(lab.store().settle(branch.datTxn())).isEqualTo(Marker.APPLIED);
  }

  @Test
  void j7_decisionWhoseWaitWasCancelledIsUnknown() throws Exception {
    TwoPhaseBranch branch = lab.wrote(1);
    branch.inspect();
    Throwable answer =
        whileWaiting(
            () -> branch.commitDeciding(StoreFixture.stamp(branch), connection -> {}), () -> {});
    assertThat(answer).isInstanceOf(StoreUnknown.class);
    branch.release();
  }

  @Test
  void j7_prepareWhoseWaitWasCancelledIsUnknown() throws Exception {
    TwoPhaseBranch branch = lab.wrote(1);
    branch.inspect();
    Throwable answer =
        whileWaiting(
            () -> branch.prepare(StoreFixture.gid(branch), StoreFixture.stamp(branch)), () -> {});
    assertThat(answer).isInstanceOf(StoreUnknown.class);
    standby("");
    assertThat(branch.rollbackPrepared()).isEqualTo(Resolution.DONE);
    branch.release();
  }

  @Test
  void j7_markerThatAFailOverMayTakeBackIsNoAnswer() throws Exception {
    TwoPhaseBranch branch = lab.wrote(1);
    branch.inspect();
    whileWaiting(() -> branch.commit(StoreFixture.stamp(branch)), () -> {});
    branch.release();
    assertUnconfirmed(() -> lab.store().marker(branch.datTxn()));
    assertUnconfirmed(() -> lab.store().commitPrepared(StoreFixture.gid(branch)));
    assertUnconfirmed(() -> lab.store().rollbackPrepared(StoreFixture.gid(branch)));
    standby("");
    assertThat(lab.store().marker(branch.datTxn())).isEqualTo(Marker.APPLIED);
    assertThat(lab.store().commitPrepared(StoreFixture.gid(branch))).isEqualTo(Resolution.DONE);
  }

  private void assertUnconfirmed(Step step) throws Exception {
    assertThat(whileWaiting(step, () -> {}))
        .isInstanceOf(StoreUnknown.class)
        .hasMessageContaining("warning");
  }

  @Test
  void j7_markerThatIsNotThereWaitsForNobody() throws Exception {
    TwoPhaseStore store = lab.store();
    standby("nobody");
    assertThat(store.marker(UUID.randomUUID())).isEqualTo(Marker.ABSENT);
  }

  @Test
  void p2_busyGidIsRefusedAsTransientAndNeverHeuristic() throws Exception {
    TwoPhaseBranch branch = lab.prepared(1);
    Throwable answer =
        whileWaiting(
            branch::commitPrepared,
            () -> {
              assertBusy(() -> lab.store().commitPrepared(StoreFixture.gid(branch)));
              assertBusy(() -> lab.store().rollbackPrepared(StoreFixture.gid(branch)));
            });
    assertThat(answer).isInstanceOf(StoreException.class);
    standby("");
    assertThat(lab.store().commitPrepared(StoreFixture.gid(branch))).isEqualTo(Resolution.DONE);
    branch.release();
  }

  private static void assertBusy(Step step) {
    assertThatThrownBy(step::run)
        .isInstanceOfSatisfying(StoreRefused.class, e -> assertThat(e.kind().retryable()).isTrue())
        .hasMessageContaining("55000");
  }
}
