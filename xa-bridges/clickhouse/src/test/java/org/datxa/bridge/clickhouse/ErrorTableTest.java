package org.datxa.bridge.clickhouse;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.clickhouse.client.api.ServerException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.datxa.bridge.clickhouse.internal.http.Endpoint;
import org.datxa.bridge.clickhouse.internal.http.HttpChannel;
import org.datxa.bridge.clickhouse.internal.http.ServerError;
import org.datxa.lab.LabProxy;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.error.StoreException;
import org.datxa.spi.error.StoreRefused;
import org.datxa.spi.error.StoreUnknown;
import org.datxa.tck.ErrorRow;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of errors in the README, row by row, on errors of the real engine where it can. */
class ErrorTableTest {
  private static final TestStore DB = TestStore.create();
  private static final HttpChannel CHANNEL = channel(DB.server().url());

  /** What raises the error of a row, by the text of the row. */
  private static final Map<String, String> STATEMENTS =
      Map.ofEntries(
          entry("no such table", "SELECT * FROM nowhere"),
          entry("no such database", "SELECT * FROM nowhere.t"),
          entry("no such column", "SELECT nothing FROM t"),
          entry("no such column in INSERT", "INSERT INTO t (nothing) VALUES (1)"),
          entry("no such function", "SELECT nowhereFunction(1)"),
          entry("table exists", "CREATE TABLE t (a Int64) ENGINE = Memory"),
          entry("syntax", "SELEC 1"),
          entry("text that is no number", "SELECT toInt32('x')"),
          entry(
              "row that cannot be parsed",
              "SELECT * FROM format(TSV, 'a Int32', 'x') SETTINGS input_format_allow_errors_num = 0"),
          entry("type mismatch", "SELECT CAST(1 AS Array(Int8))"),
          entry("wrong type of an argument", "SELECT sum('x')"),
          entry("element that an enum has not", "SELECT CAST('b' AS Enum8('a' = 1))"),
          entry("text too long", "SELECT toFixedString('abc', 2)"),
          entry("decimal overflow", "SELECT toDecimal32(1, 9) * toDecimal32(100, 9)"),
          entry("division by zero", "SELECT intDiv(1, 0)"),
          entry("unknown setting", "SELECT 1 SETTINGS nothing = 1"),
          entry("condition of the statement", "SELECT throwIf(1)"),
          entry("constraint of the table", "INSERT INTO checked VALUES (-1)"),
          entry(
              "memory limit",
              "SELECT number, count() FROM numbers(1000000) GROUP BY number SETTINGS max_memory_usage = 1000000"),
          entry(
              "timeout",
              "SELECT count() FROM numbers(1000000000000) WHERE NOT ignore(sipHash64(number)) SETTINGS max_execution_time = 0.1"),
          entry(
              "too many rows to read",
              "SELECT count() FROM numbers(1000) WHERE NOT ignore(number) SETTINGS max_rows_to_read = 10"),
          entry("another server not reachable", "SELECT * FROM remote('127.0.0.1:1', system.one)"),
          entry("no space by the server's own limit", "INSERT INTO tight VALUES (1)"),
          entry("too many parts", "INSERT INTO parts SETTINGS async_insert = 0 VALUES (1)"),
          entry(
              "too many partitions in one INSERT",
              "INSERT INTO partitioned SELECT number FROM numbers(101)"),
          entry("read-only session", "INSERT INTO t SETTINGS readonly = 1 VALUES (1)"));

  private static HttpChannel channel(String url) {
    return new HttpChannel(
        new Endpoint(
            "ch",
            URI.create(url),
            DB.database(),
            DB.server().user(),
            DB.server().password(),
            Duration.ofSeconds(5),
            Duration.ofSeconds(20)));
  }

  @BeforeAll
  static void tables() throws StoreException {
    for (String sql :
        List.of(
            "CREATE TABLE t (a Int64) ENGINE = MergeTree ORDER BY a",
            "CREATE TABLE checked (a Int64, CONSTRAINT above CHECK a > 0) ENGINE = MergeTree ORDER BY a",
            "CREATE TABLE tight (a Int64) ENGINE = MergeTree ORDER BY a"
                + " SETTINGS min_free_disk_bytes_to_perform_insert = 1000000000000000",
            "CREATE TABLE parts (a Int64) ENGINE = MergeTree ORDER BY a SETTINGS"
                + " parts_to_delay_insert = 1, parts_to_throw_insert = 1",
            "INSERT INTO parts VALUES (1)",
            "CREATE TABLE partitioned (a Int64) ENGINE = MergeTree ORDER BY a PARTITION BY a")) {
      ask(sql);
    }
  }

  private static void ask(String sql) throws StoreException {
    CHANNEL.ask(sql, Map.of("database", DB.database()));
  }

  @AfterAll
  static void close() {
    CHANNEL.close();
    DB.close();
  }

  static List<ErrorRow<Integer>> rows() {
    return ErrorRow.table("code", Integer::valueOf);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void e1_everyErrorHasTheKindThatTheReadmeSays(ErrorRow<Integer> row) throws SQLException {
    for (int code : row.codes()) {
      assertThat(kind(new ServerError(code, row.what()))).as("%s", code).isEqualTo(row.kind());
      assertThat(kind(driver(code, row.what()))).as("%s", code).isEqualTo(row.kind());
    }
    if (row.raised()) {
      raised(row);
    }
  }

  private static SQLException driver(int code, String text) {
    ServerException cause = new ServerException(code, text, 500, "q");
    return new SQLException(text, "22000", code, cause);
  }

  private static void raised(ErrorRow<Integer> row) throws SQLException {
    String sql = STATEMENTS.get(row.what());
    StoreRefused refused = catchThrowableOfType(StoreRefused.class, () -> ask(sql));
    assertThat(((ServerError) refused.getCause()).code()).as(sql).isIn(row.codes());
    assertThat(refused.kind()).isEqualTo(row.kind());
    if (!sql.startsWith("INSERT")) {
      Throwable driver = catchThrowable(() -> DB.execute(sql));
      assertThat(((SQLException) driver).getErrorCode()).as(sql).isIn(row.codes());
      assertThat(kind(driver)).as(driver.toString()).isEqualTo(row.kind());
    }
  }

  @Test
  void everyRaisedErrorIsInTheTable() {
    Set<String> raised =
        rows().stream().filter(ErrorRow::raised).map(ErrorRow::what).collect(Collectors.toSet());
    assertThat(raised).isEqualTo(STATEMENTS.keySet());
  }

  @Test
  void e1_whenNobodyListens_itIsRefusedAsTransient() throws SQLException {
    try (LabProxy proxy = LabProxy.start(DB.server().url());
        HttpChannel channel = channel(proxy.through(DB.server().url()))) {
      proxy.refuse();
      StoreRefused refused =
          catchThrowableOfType(StoreRefused.class, () -> channel.ask("SELECT 1", Map.of()));
      assertThat(refused.kind()).isEqualTo(ErrorKind.TRANSIENT);
      assertThat(kind(refused)).isEqualTo(ErrorKind.TRANSIENT);
    }
  }

  @Test
  void e1_whenTheConnectionIsReset_itIsUnknownAndTransient() throws Exception {
    try (LabProxy proxy = LabProxy.start(DB.server().url());
        HttpChannel channel = channel(proxy.through(DB.server().url()));
        var other = DB.another(proxy.through(DB.server().url()))) {
      proxy.fault(org.datxa.lab.LabFault.before("reset me").drop().always());
      Throwable ours = catchThrowable(() -> channel.ask("SELECT 'reset me'", Map.of()));
      assertThat(ours).isInstanceOf(StoreUnknown.class);
      assertThat(kind(ours)).isEqualTo(ErrorKind.TRANSIENT);
      try (Connection connection = other.facade(javax.sql.DataSource.class).getConnection();
          Statement statement = connection.createStatement()) {
        Throwable driver = catchThrowable(() -> statement.execute("SELECT 'reset me'"));
        assertThat(driver).isInstanceOf(SQLException.class);
        assertThat(kind(driver)).as(driver.toString()).isEqualTo(ErrorKind.TRANSIENT);
      }
    }
  }

  @Test
  void e3_fullDevicesAreFoundInTheTextOfTheSystemOnly() {
    assertThat(kind(new ServerError(1001, "filesystem error: No space left on device")))
        .isEqualTo(ErrorKind.STORE_FULL);
    assertThat(kind(new IOException("Disk quota exceeded"))).isEqualTo(ErrorKind.STORE_FULL);
    assertThat(kind(new ServerError(469, "Column values: note = 'No space left on device'")))
        .isEqualTo(ErrorKind.CONSTRAINT);
    assertThat(kind(new ServerError(62, "failed at: No space left on device")))
        .isEqualTo(ErrorKind.PERMANENT);
  }

  @Test
  void e1_wrappedAndNextAndSuppressedOnesAreLookedThrough() {
    SQLException parts = driver(252, "Too many parts");
    SQLException batch = new SQLException("batch");
    batch.setNextException(parts);
    RuntimeException closed = new RuntimeException("closed");
    closed.addSuppressed(parts);
    assertThat(Stream.of(new RuntimeException(parts), batch, closed).map(ErrorTableTest::kind))
        .containsOnly(ErrorKind.TRANSIENT);
    SQLException syntax = driver(62, "syntax");
    syntax.addSuppressed(parts);
    assertThat(kind(syntax)).as("a failed clean-up is no reason").isEqualTo(ErrorKind.PERMANENT);
  }

  @Test
  void e1_unknownErrorsAndThoseOfTheApplicationArePermanent() {
    assertThat(kind(null)).isEqualTo(ErrorKind.PERMANENT);
    assertThat(kind(driver(123456, "new"))).isEqualTo(ErrorKind.PERMANENT);
    assertThat(kind(new SQLException("another database's", "72000", 1001)))
        .isEqualTo(ErrorKind.PERMANENT);
    assertThat(kind(new RuntimeException(new ConnectException("a service of the work"))))
        .isEqualTo(ErrorKind.PERMANENT);
  }

  private static ErrorKind kind(Throwable error) {
    return DB.store().classify(error);
  }
}
