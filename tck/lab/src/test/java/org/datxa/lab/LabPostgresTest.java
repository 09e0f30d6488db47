package org.datxa.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class LabPostgresTest {

  private static LabPostgres postgres;

  @BeforeAll
  static void start() {
    postgres = LabPostgres.builder().setting("synchronous_commit", "off").start();
  }

  @AfterAll
  static void stop() {
    postgres.close();
  }

  @Test
  void whenStarted_itIsDurableAndPrepares() throws SQLException {
    assertThat(show("fsync")).isEqualTo("on");
    assertThat(show("full_page_writes")).isEqualTo("on");
    assertThat(show("synchronous_commit")).isEqualTo("off");
    assertThat(show("max_prepared_transactions")).isEqualTo("100");
  }

  @Test
  void whenKilledAndRestarted_preparedTransactionIsStillThere() throws SQLException {
    String database = postgres.newDatabase("kill");
    postgres.execute(database, "CREATE TABLE t (a int)");
    try (Connection connection = postgres.connect(database);
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("INSERT INTO t VALUES (1)");
      statement.execute("PREPARE TRANSACTION 'one'");
      postgres.kill();
      assertThatThrownBy(() -> statement.execute("SELECT 1")).isInstanceOf(SQLException.class);
    }

    postgres.restart();

    postgres.execute(database, "COMMIT PREPARED 'one'");
    assertThat(single(database, "SELECT count(*) FROM t")).isEqualTo("1");
  }

  private static String show(String setting) throws SQLException {
    return single("postgres", "SHOW " + setting);
  }

  private static String single(String database, String sql) throws SQLException {
    try (Connection connection = postgres.connect(database);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }
}
