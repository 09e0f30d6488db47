package org.datxa.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Arrays;
import java.util.Properties;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The official JDBC driver against the lab's server. */
class ClickHouseDriverTest {

  private static final LabClickHouse SERVER = Lab.shared().clickHouse();

  private Connection connection;

  @BeforeEach
  void connect() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", SERVER.user());
    properties.setProperty("client_retry_on_failures", "None");
    connection =
        DriverManager.getConnection(SERVER.jdbcUrl(SERVER.newDatabase("driver")), properties);
  }

  @AfterEach
  void disconnect() throws SQLException {
    connection.close();
  }

  @Test
  void whenTypesAreWritten_theyComeBack() throws SQLException {
    execute(
        "CREATE TABLE t (a Int64, b UInt8, c Float64, d Decimal(18, 4), e String, f UUID,"
            + " g DateTime64(3, 'UTC'), h Nullable(Int32), i Array(String), j Bool)"
            + " ENGINE = MergeTree ORDER BY a");
    UUID uuid = UUID.randomUUID();
    Instant instant = Instant.parse("2026-02-03T04:05:06.789Z");
    insertTypes(uuid, instant);
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT * FROM t")) {
      assertThat(row.next()).isTrue();
      assertThat(row.getLong(1)).isEqualTo(Long.MIN_VALUE);
      assertThat(row.getInt(2)).isEqualTo(255);
      assertThat(row.getDouble(3)).isEqualTo(0.1);
      assertThat(row.getBigDecimal(4)).isEqualByComparingTo("12345.6789");
      assertThat(row.getString(5)).isEqualTo("it's \\ a\n\n;--\u0000 line 🙂");
      assertThat(row.getObject(6, UUID.class)).isEqualTo(uuid);
      assertThat(row.getTimestamp(7).toInstant()).isEqualTo(instant);
      assertThat(row.getObject(8)).isNull();
      assertThat((Object[]) row.getArray(9).getArray()).containsExactly("x", "y");
      assertThat(row.getBoolean(10)).isTrue();
      assertThat(row.next()).isFalse();
    }
  }

  private void insertTypes(UUID uuid, Instant instant) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO t VALUES (?,?,?,?,?,?,?,?,?,?)")) {
      insert.setLong(1, Long.MIN_VALUE);
      insert.setInt(2, 255);
      insert.setDouble(3, 0.1);
      insert.setBigDecimal(4, new BigDecimal("12345.6789"));
      insert.setString(5, "it's \\ a\n\n;--\u0000 line 🙂");
      insert.setObject(6, uuid);
      insert.setObject(7, instant);
      insert.setObject(8, null);
      insert.setObject(9, new String[] {"x", "y"});
      insert.setBoolean(10, true);
      assertThat(insert.executeUpdate()).isEqualTo(1);
    }
  }

  @Test
  void whenBatchIsSent_countsAndRowsAreRight() throws SQLException {
    execute("CREATE TABLE t (a Int64, s String) ENGINE = MergeTree ORDER BY a");
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?)")) {
      for (int i = 0; i < 10_000; i++) {
        insert.setInt(1, i);
        insert.setString(2, "row " + i);
        insert.addBatch();
      }
      int[] counts = insert.executeBatch();
      assertThat(counts).hasSize(10_000);
      assertThat(Arrays.stream(counts).sum()).isEqualTo(10_000);
    }
    assertThat(single("SELECT sum(a) FROM t"))
        .isEqualTo(Long.toString(IntStream.range(0, 10_000).asLongStream().sum()));
  }

  @Test
  void whenStatementIsWrong_codeOfTheEngineArrives() {
    assertCode("SELECT * FROM missing", 60);
    assertCode("SELEKT 1", 62);
    assertCode("SELECT throwIf(1)", 395);
    assertCode("SELECT sleep(1) SETTINGS max_execution_time = 0.1", 159);
    assertCode("SELECT groupArray(number) FROM numbers(9000000) SETTINGS max_memory_usage=1", 241);
  }

  private void assertCode(String sql, int code) {
    assertThatThrownBy(() -> execute(sql))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getErrorCode()).as(sql).isEqualTo(code));
  }

  @Test
  void whenManyRowsAreRead_allArrive() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT number, toString(number) FROM numbers(200000)")) {
      long sum = 0;
      while (rows.next()) {
        sum += rows.getLong(1);
        assertThat(rows.getString(2)).isEqualTo(Long.toString(rows.getLong(1)));
      }
      assertThat(sum).isEqualTo(199_999L * 200_000 / 2);
    }
  }

  @Test
  void whenPreparedQueryHasParameter_itIsBound() throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement("SELECT number FROM numbers(10) WHERE number = ?")) {
      query.setInt(1, 7);
      try (ResultSet rows = query.executeQuery()) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getInt(1)).isEqualTo(7);
      }
    }
  }

  @Test
  void whenBytesAreBinary_theySurvive() throws SQLException {
    execute("CREATE TABLE t (s String) ENGINE = MergeTree ORDER BY tuple()");
    byte[] bytes = new byte[] {10, 10, 0, 39, 92, 59, 127};
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?)")) {
      insert.setBytes(1, bytes);
      insert.executeUpdate();
    }
    assertThat(single("SELECT s FROM t").getBytes(StandardCharsets.ISO_8859_1)).isEqualTo(bytes);
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private String single(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }
}
