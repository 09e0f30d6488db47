package org.datxa.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LabProxyTest {

  private final LabPostgres postgres = Lab.shared().postgres();
  private final LabProxy proxy = Lab.shared().newPostgresProxy();
  private String database;

  @BeforeEach
  void prepare() {
    database = postgres.newDatabase("proxy");
    postgres.execute(database, "CREATE TABLE t (a int)");
    postgres.execute(
        database, "BEGIN; INSERT INTO t VALUES (1); PREPARE TRANSACTION '" + database + "'");
  }

  @AfterEach
  void close() {
    proxy.close();
  }

  @Test
  void whenReplyOfCommitPreparedIsDropped_effectHappened() throws SQLException {
    int fault = proxy.fault(LabFault.after("COMMIT PREPARED").drop());

    assertThatThrownBy(this::commitPrepared).isInstanceOf(SQLException.class);

    assertThat(count()).isEqualTo(1);
    assertThat(proxy.faultHits(fault)).isEqualTo(1);
  }

  @Test
  void whenCommitPreparedIsDropped_nothingHappened() throws SQLException {
    proxy.fault(LabFault.before("COMMIT PREPARED").drop());

    assertThatThrownBy(this::commitPrepared).isInstanceOf(SQLException.class);

    assertThat(count()).isZero();
    commitPrepared();
    assertThat(count()).isEqualTo(1);
  }

  @Test
  void whenReplyHangs_clientTimesOutAndEffectHappened() throws SQLException {
    proxy.fault(LabFault.after("COMMIT PREPARED").hang());

    assertThatThrownBy(() -> commitPrepared("&socketTimeout=1")).isInstanceOf(SQLException.class);

    assertThat(count()).isEqualTo(1);
  }

  @Test
  void whenDelayed_effectComesLater() throws SQLException {
    proxy.fault(LabFault.before("COMMIT PREPARED").delay(Duration.ofMillis(300)));
    long start = System.nanoTime();

    commitPrepared();

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(290));
    assertThat(count()).isEqualTo(1);
  }

  @Test
  void whenRefusing_connectionsFailUntilAccepting() throws SQLException {
    proxy.refuse();
    assertThatThrownBy(this::commitPrepared).isInstanceOf(SQLException.class);
    proxy.accept();
    commitPrepared();
    assertThat(count()).isEqualTo(1);
  }

  @Test
  void whenBlackholed_bytesPassAfterRestore() throws SQLException {
    try (Connection connection = DriverManager.getConnection(url("&socketTimeout=30"));
        Statement statement = connection.createStatement()) {
      proxy.blackhole();
      Thread worker = new Thread(() -> commitPreparedOn(statement));
      worker.start();
      Awaitility.await()
          .during(Duration.ofMillis(200))
          .atMost(Duration.ofSeconds(5))
          .until(() -> worker.isAlive() && count() == 0);
      proxy.restore();
      Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> count() == 1);
    }
  }

  @Test
  void whenProxyIsProcess_itTakesCommandsAndEndsWithItsInput() {
    try (LabProcess process =
        LabProcess.start(LabProxy.class, postgres.host(), Integer.toString(postgres.port()))) {
      String line = process.awaitLine("listening on", Duration.ofSeconds(20));
      int port = Integer.parseInt(line.replaceAll("\\D", ""));
      process.send("before drop SELECT 42");
      process.awaitLine("done before", Duration.ofSeconds(20));
      String url = postgres.jdbcUrl(database).replace(":" + postgres.port(), ":" + port);
      assertThatThrownBy(() -> run(url, "SELECT 42")).isInstanceOf(SQLException.class);
    }
  }

  private void commitPrepared() throws SQLException {
    commitPrepared("");
  }

  private void commitPrepared(String parameters) throws SQLException {
    run(url(parameters), "COMMIT PREPARED '" + database + "'");
  }

  private void commitPreparedOn(Statement statement) {
    try {
      statement.execute("COMMIT PREPARED '" + database + "'");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private String url(String parameters) {
    return proxy.through(postgres.jdbcUrl(database)) + parameters;
  }

  private static void run(String url, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private int count() throws SQLException {
    try (Connection connection = postgres.connect(database);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT count(*) FROM t")) {
      rows.next();
      return rows.getInt(1);
    }
  }
}
