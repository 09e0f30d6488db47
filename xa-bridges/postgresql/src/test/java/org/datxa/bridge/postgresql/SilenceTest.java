package org.datxa.bridge.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.datxa.lab.LabFault;
import org.datxa.lab.LabNetwork;
import org.datxa.spi.TwoPhaseBranch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Nothing waits without a bound for a server that says nothing, nor once for each connection. */
class SilenceTest {
  /** Whether a connection is alive is asked by an empty statement, in either protocol. */
  private static final String EMPTY =
      "P\\x00\\x00\\x00\\x08\\x00\\x00\\x00\\x00|Q\\x00\\x00\\x00\\x05\\x00";

  private static final String BEGINNING = "SET LOCAL datxa.branch";
  private static final int LIMIT_SECONDS = 60;
  private static final int IDLE = 5;

  private final StoreFixture lab =
      new StoreFixture()
          .with("connect_timeout_ms", "1000")
          .with("socket_timeout_ms", "1000")
          .with("plain_timeout_ms", "1000")
          .with("pool.acquire_timeout_ms", "1000")
          .proxied();

  @AfterEach
  void close() {
    lab.proxy().heal();
    lab.close();
  }

  @Test
  void whenTheServerFallsSilentOutsideATransaction_theStatementEnds() throws Exception {
    try (Connection plain = plain();
        Statement statement = plain.createStatement()) {
      statement.execute("SELECT 1");
      lab.proxy().network().partition();
      bounded(
          () -> {
            assertThatThrownBy(() -> statement.execute("SELECT 2"))
                .isInstanceOf(SQLException.class);
            return null;
          });
      lab.proxy().heal();
    }
    assertWorks();
  }

  @Test
  void whenTheUrlNamesASocketTimeout_thatIsTheBoundOutsideATransaction() throws Exception {
    try (StoreFixture other = new StoreFixture()) {
      other.with("url", other.server().jdbcUrl(other.database()) + "&socketTimeout=7");
      other.store();
      other.participation().enter(null);
      try (Connection plain = other.connection()) {
        assertThat(plain.getNetworkTimeout()).isEqualTo(7_000);
      }
    }
  }

  @Test
  void whenTheServerFallsSilent_oneIdleConnectionIsTriedForWorkAndNotAll() throws Exception {
    idle();
    int number = lab.proxy().fault(LabFault.before(BEGINNING).hang().always());
    lab.begin();
    bounded(
        () -> {
          assertThatThrownBy(() -> lab.work("SELECT 1")).isInstanceOf(SQLException.class);
          return null;
        });
    assertThat(lab.proxy().faultHits(number)).isEqualTo(1);
    lab.proxy().heal();
    assertWorks();
  }

  @Test
  void whenTheServerFallsSilent_oneIdleConnectionIsAskedForAPlainHandleAndNotAll()
      throws Exception {
    idle();
    int number = lab.proxy().fault(LabFault.before(EMPTY).hang().always());
    bounded(
        () -> {
          assertThatThrownBy(this::plain).isInstanceOf(SQLException.class);
          return null;
        });
    assertThat(lab.proxy().faultHits(number)).isEqualTo(1);
    lab.proxy().heal();
    assertWorks();
  }

  @Test
  void whenConnectionsIdledForLong_onlyOneIsAskedBeforeTheOthersAreDoubted() throws Exception {
    idle();
    TimeUnit.MILLISECONDS.sleep(5_100); // the pool asks those that idled for five seconds
    int number = lab.proxy().fault(LabFault.before(EMPTY).hang().always());
    lab.begin();
    bounded(
        () -> {
          lab.work("INSERT INTO item VALUES (1, 'x')"); // on a new connection
          return null;
        });
    assertThat(lab.proxy().faultHits(number)).isEqualTo(1);
  }

  @Test
  void whenACancelFindsNoAnswer_rollingBackFromAnotherThreadIsBounded() throws Exception {
    TwoPhaseBranch branch = lab.begin();
    FutureTask<Void> sleeping =
        new FutureTask<>(
            () -> {
              lab.work("SELECT pg_sleep(120)");
              return null;
            });
    new Thread(sleeping).start();
    Awaitility.await()
        .until(
            () ->
                !"0"
                    .equals(
                        lab.ask(
                            "SELECT count(*) FROM pg_stat_activity WHERE datname ="
                                + " current_database() AND query LIKE '%pg_sleep(120)'"
                                + " AND state = 'active' AND pid <> pg_backend_pid()")));
    int number = lab.proxy().fault(LabFault.before("\\x04\\xd2\\x16\\x2e").hang().always());
    lab.proxy().network().partition(LabNetwork.Way.TO_CLIENT);
    bounded(
        () -> {
          branch.rollback();
          branch.release();
          return null;
        });
    assertThat(lab.proxy().faultHits(number)).isBetween(1, 8);
    lab.proxy().heal();
    assertThatThrownBy(() -> sleeping.get(LIMIT_SECONDS, TimeUnit.SECONDS)).isNotNull();
    assertWorks();
  }

  private Connection plain() throws SQLException {
    lab.store();
    lab.participation().enter(null);
    return lab.connection();
  }

  /** Several connections that work and that nobody uses. */
  private void idle() throws SQLException {
    List<Connection> open = new ArrayList<>();
    for (int i = 0; i < IDLE; i++) {
      open.add(plain());
    }
    for (Connection connection : open) {
      connection.close();
    }
  }

  private void assertWorks() throws Exception {
    int before = lab.items();
    TwoPhaseBranch branch = lab.begin();
    lab.work("INSERT INTO item VALUES (" + UUID.randomUUID().hashCode() + ", 'x')");
    branch.inspect();
    branch.commit(StoreFixture.stamp(branch));
    branch.release();
    assertThat(lab.items()).isEqualTo(before + 1);
  }

  private static void bounded(Callable<Void> call) throws Exception {
    FutureTask<Void> task = new FutureTask<>(call);
    Thread thread = new Thread(task, "bounded");
    thread.setDaemon(true);
    thread.start();
    task.get(LIMIT_SECONDS, TimeUnit.SECONDS);
  }
}
