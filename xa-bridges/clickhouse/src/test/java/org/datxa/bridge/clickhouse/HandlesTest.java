package org.datxa.bridge.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.stream.Stream;
import org.datxa.spi.PostDecisionBranch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the application may do with connections and statements. */
class HandlesTest {
  private static final TestStore DB = TestStore.create();

  @BeforeAll
  static void tables() {
    DB.create(
        "t",
        "a Int64, s String DEFAULT 'd', m Int8 MATERIALIZED 1, arr Array(Int8), mp Map(String, Int8)",
        "ENGINE = MergeTree ORDER BY a");
    DB.create(
        "r",
        "u8 UInt8, i32 Int32, d Date, dt DateTime('UTC'), dc Decimal(9, 2), f Float32, fs"
            + " FixedString(2), e Enum8('a' = 1), l DateTime('Europe/Berlin'), n String",
        "ENGINE = MergeTree ORDER BY u8");
  }

  @AfterAll
  static void close() {
    DB.close();
  }

  @AfterEach
  void outside() {
    DB.participation().suspend();
    DB.server().execute("TRUNCATE TABLE " + DB.database() + ".t");
  }

  private static void assertRefused(String sql, String word) throws SQLException {
    try (Connection connection = DB.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.execute(sql))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining(word);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "INSERT INTO t (a) VALUES (now())|now",
        "INSERT INTO t (a) VALUES (1+1)|+",
        "INSERT INTO t (a) VALUES (DEFAULT)|DEFAULT",
        "INSERT INTO t (a) SELECT 1|SELECT",
        "INSERT INTO t WITH 1 AS x SELECT x|WITH",
        "INSERT INTO t SETTINGS async_insert=1 VALUES (1)|SETTINGS",
        "INSERT INTO t FORMAT CSV 1|FORMAT",
        "INSERT INTO FUNCTION remote('x') VALUES (1)|FUNCTION",
        "INSERT INTO t (a, dat_txn) VALUES (1, 'x')|dat_txn",
        "INSERT INTO t (dat_tx_time) VALUES (1)|dat_tx_time",
        "INSERT INTO t (m) VALUES (1)|MATERIALIZED",
        "INSERT INTO t (a, a) VALUES (1, 1)|twice",
        "INSERT INTO t (nope) VALUES (1)|nope",
        "INSERT INTO t (a) VALUES (1, 2)|2 values",
        "INSERT INTO nowhere VALUES (1)|nowhere",
        "INSERT INTO t (a) VALUES (1); SELECT 1|one statement",
        "/* x */ ALTER TABLE t DELETE WHERE 1|ALTER",
        "DELETE FROM t WHERE 1|DELETE",
        "UPDATE t SET a = 1 WHERE 1|UPDATE",
        "TRUNCATE TABLE t|TRUNCATE",
        "DROP TABLE t|DROP",
        "CREATE TABLE x (a Int8) ENGINE = Memory|CREATE",
        "OPTIMIZE TABLE t|OPTIMIZE",
        "SET max_threads = 1|SET",
        "USE system|USE",
        "COMMIT|COMMIT",
        "ROLLBACK|ROLLBACK",
        "BEGIN TRANSACTION|BEGIN",
        "SYSTEM STOP MERGES|SYSTEM",
        "KILL QUERY WHERE 1|KILL",
        "SELECT 1 INTO OUTFILE 'x'|SELECT",
      })
  void statementThatIsNotBuffered_isRefusedByName(String sql, String word) throws Exception {
    PostDecisionBranch branch = DB.begin();
    assertRefused(sql, word);
    assertThat(branch.wrote()).isFalse();
  }

  @Test
  void literalInserts_inManyForms_areBuffered() throws Exception {
    PostDecisionBranch branch = DB.begin();
    DB.execute(
        "insert into table " + DB.database() + ".t (a, s) values (1, 'it''s') , (-2, 'b\\'c');",
        "INSERT INTO `t` (`a`, \"s\") /* c */ FORMAT Values (0x10, 'x') -- end",
        "INSERT INTO t VALUES (4, 'all', [1, -2], {'k': 3})");
    assertThat(DB.count("t")).isZero();
    DB.finish(branch);
    assertThat(DB.query("SELECT a, s, arr, mp FROM $db.t ORDER BY a"))
        .containsExactly(
            "-2\tb\\'c\t[]\t{}", "1\tit\\'s\t[]\t{}", "4\tall\t[1,-2]\t{'k':3}", "16\tx\t[]\t{}");
  }

  static Stream<Arguments> unfitting() {
    return Stream.of(
        Arguments.of("u8", 300),
        Arguments.of("u8", -1),
        Arguments.of("u8", 1.5),
        Arguments.of("u8", null),
        Arguments.of("i32", 3000000000L),
        Arguments.of("i32", "12x"),
        Arguments.of("d", LocalDate.of(2200, 1, 1)),
        Arguments.of("d", LocalDate.of(1960, 1, 1)),
        Arguments.of("dt", LocalDateTime.of(2200, 1, 1, 0, 0)),
        Arguments.of("dc", new BigDecimal("1.005")),
        Arguments.of("dc", new BigDecimal("12345678.00")),
        Arguments.of("f", 1e300),
        Arguments.of("fs", "abc"),
        Arguments.of("e", "b"),
        Arguments.of("l", LocalDateTime.of(2024, 3, 31, 2, 30)),
        Arguments.of("n", "half \ud800"),
        Arguments.of("n", new int[0]));
  }

  @ParameterizedTest
  @MethodSource("unfitting")
  void valueThatWouldBeChanged_isRefusedAtAddBatch(String column, Object value) throws Exception {
    PostDecisionBranch branch = DB.begin();
    try (Connection connection = DB.dataSource().getConnection();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO r (" + column + ") VALUES (?)")) {
      insert.setObject(1, value);
      assertThatThrownBy(insert::addBatch)
          .isInstanceOf(SQLException.class)
          .hasMessageContaining(column);
      assertThat(insert.executeBatch()).isEmpty();
    }
    assertThat(branch.wrote()).isFalse();
  }

  @Test
  void refusedRow_leavesTheRowsBeforeItInTheBatch() throws Exception {
    PostDecisionBranch branch = DB.begin();
    try (Connection connection = DB.dataSource().getConnection();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO t (s, a) VALUES ('x', ?), (?, 7)")) {
      insert.setLong(1, 1);
      insert.setString(2, "y");
      insert.addBatch();
      insert.setString(1, "no number");
      assertThatThrownBy(insert::addBatch).isInstanceOf(SQLException.class);
      assertThat(insert.executeBatch()).containsExactly(2);
    }
    DB.finish(branch);
    assertThat(DB.count("t")).isEqualTo(2);
  }

  @Test
  void queriesPassThrough_andDoNotSeeBufferedRows() throws Exception {
    PostDecisionBranch branch = DB.begin();
    try (Connection connection = DB.dataSource().getConnection();
        Statement statement = connection.createStatement();
        PreparedStatement query =
            connection.prepareStatement("WITH ? AS x SELECT count() + x FROM t")) {
      assertThat(statement.executeUpdate("INSERT INTO t (a) VALUES (1)")).isEqualTo(1);
      assertThat(statement.getResultSet()).isNull();
      query.setInt(1, 5);
      try (ResultSet rows = query.executeQuery()) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getLong(1)).isEqualTo(5);
        assertThat(rows.getStatement()).isSameAs(query);
        assertThat(query.getConnection()).isSameAs(connection);
        assertThat(connection.getMetaData().getConnection()).isSameAs(connection);
      }
      assertThat(statement.execute("SHOW TABLES")).isTrue();
      assertThat(statement.execute("(SELECT 1)")).isTrue();
    }
    assertThat(branch.wrote()).isTrue();
  }

  @Test
  void localTransactionCalls_areRefused() throws Exception {
    DB.begin();
    try (Connection connection = DB.dataSource().getConnection()) {
      assertThat(connection.getAutoCommit()).isFalse();
      assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
      assertThatThrownBy(connection::rollback).isInstanceOf(SQLException.class);
      assertThatThrownBy(() -> connection.setAutoCommit(true)).isInstanceOf(SQLException.class);
      assertThatThrownBy(connection::setSavepoint).isInstanceOf(SQLException.class);
      assertThatThrownBy(() -> connection.unwrap(com.clickhouse.jdbc.ConnectionImpl.class))
          .isInstanceOf(SQLException.class);
    }
  }

  @Test
  void handleOfAnotherTransaction_isRefused() throws Exception {
    Connection before = DB.dataSource().getConnection();
    PostDecisionBranch first = DB.begin();
    assertThatThrownBy(before::createStatement)
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("outside");
    Connection inFirst = DB.dataSource().getConnection();
    PreparedStatement insert = inFirst.prepareStatement("INSERT INTO t (a) VALUES (1)");
    DB.begin();
    assertThatThrownBy(insert::executeUpdate)
        .isInstanceOf(SQLException.class)
        .hasMessageContaining(first.datTxn().toString());
    first.release();
    assertThatThrownBy(insert::executeUpdate).isInstanceOf(SQLException.class);
    insert.close();
    inFirst.close();
    before.close();
    assertThat(inFirst.isClosed()).isTrue();
    assertThatThrownBy(inFirst::createStatement).hasMessageContaining("closed");
  }

  @Test
  void readOnlyTransaction_refusesInserts() throws Exception {
    DB.participation().begin(true);
    assertRefused("INSERT INTO t (a) VALUES (1)", "read-only");
  }

  @Test
  void endedBranch_refusesRows() throws Exception {
    PostDecisionBranch branch = DB.begin();
    try (Connection connection = DB.dataSource().getConnection()) {
      PreparedStatement insert = connection.prepareStatement("INSERT INTO t (a) VALUES (1)");
      branch.rollback();
      assertThatThrownBy(insert::executeUpdate).hasMessageContaining("ended");
    }
  }

  @Test
  void outsideAnyTransaction_insertIsOneOfItsOwn_andTheRestPasses() throws Exception {
    try (Connection connection = DB.dataSource().getConnection();
        Statement statement = connection.createStatement();
        PreparedStatement insert = connection.prepareStatement("INSERT INTO t (a) VALUES (?)")) {
      assertThat(connection.getAutoCommit()).isTrue();
      for (int i = 0; i < 3; i++) {
        insert.setInt(1, i);
        insert.addBatch();
      }
      assertThat(insert.executeLargeBatch()).containsExactly(1L, 1L, 1L);
      assertThat(DB.query("SELECT count(), uniqExact(dat_txn) FROM $db.t")).containsExactly("3\t1");
      statement.execute("CREATE TABLE outside (a Int8) ENGINE = MergeTree ORDER BY a");
      statement.execute("DROP TABLE outside");
      assertThatThrownBy(() -> connection.setAutoCommit(false)).isInstanceOf(SQLException.class);
    }
  }

  @Test
  void missingColumns_areNamedWithTheAlterThatAddsThem() throws Exception {
    DB.server()
        .execute("CREATE TABLE " + DB.database() + ".bare (a Int64) ENGINE = MergeTree ORDER BY a");
    String alter =
        "ALTER TABLE `"
            + DB.database()
            + "`.`bare` ADD COLUMN dat_txn UUID, ADD COLUMN dat_tx_time"
            + " Int64";
    DB.begin();
    assertRefused("INSERT INTO bare VALUES (1)", alter);
    DB.server().execute(alter);
    DB.finish(DB.buffer("INSERT INTO bare VALUES (1)"));
    assertThat(DB.count("bare")).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Memory",
        "Null",
        "Log",
        "TinyLog",
        "StripeLog",
        "Buffer('', 't', 1, 1, 1, 1, 1, 1, 1)",
        "ReplacingMergeTree ORDER BY a",
        "SummingMergeTree ORDER BY a",
        "AggregatingMergeTree ORDER BY a",
        "CollapsingMergeTree(s) ORDER BY a"
      })
  void h5_engineWithoutEvidence_isRefusedByName(String engine) throws Exception {
    String table = "e" + Integer.toHexString(engine.hashCode());
    DB.create(table, "a Int64, s Int8", "ENGINE = " + engine);
    DB.begin();
    String name = engine.replaceAll("[ (].*", "");
    assertRefused("INSERT INTO " + table + " (a) VALUES (1)", name);
  }

  @Test
  void h5_viewsAreRefused_andStampedSummingIsTaken() throws Exception {
    DB.server().execute("CREATE VIEW " + DB.database() + ".v AS SELECT 1 AS a");
    DB.create(
        "sums", "a Int64, x Int64", "ENGINE = SummingMergeTree ORDER BY (a, dat_txn, dat_tx_time)");
    DB.begin();
    assertRefused("INSERT INTO v VALUES (1)", "View");
    DB.participation().suspend();
    DB.finish(DB.buffer("INSERT INTO sums VALUES (1, 2)"));
    assertThat(DB.count("sums")).isEqualTo(1);
  }

  @Test
  void typesThatCannotBeCarried_areRefusedByName() throws Exception {
    DB.create("j", "a Int64, j JSON, p Point", "ENGINE = MergeTree ORDER BY a");
    DB.begin();
    assertRefused("INSERT INTO j (a, j) VALUES (1, '{}')", "JSON");
    assertRefused("INSERT INTO j (a, p) VALUES (1, (1, 2))", "Point");
    DB.execute("INSERT INTO j (a) VALUES (1)");
  }

  @Test
  void tooLargeTransaction_isRefusedWhenBuffered() throws Exception {
    try (TestStore small = TestStore.create("max_buffer_bytes", "2048")) {
      small.create("t", "s String", "ENGINE = MergeTree ORDER BY s");
      small.begin();
      small.execute("INSERT INTO t VALUES ('" + "x".repeat(1500) + "')");
      assertThatThrownBy(() -> small.execute("INSERT INTO t VALUES ('" + "x".repeat(1500) + "')"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("max_buffer_bytes");
    }
    assertThat(List.of(1)).hasSize(1);
  }
}
