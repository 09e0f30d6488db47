package org.datxa.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What DatXA asks of a ClickHouse server, against the engine in the lab. */
class ClickHouseEngineTest {

  private static final String SOURCE = "format(RowBinary, 'a Int64, s String', unhex('%s'))";
  private static final String ROW = "0a0a0a0a0a0a0a0a030a0a00";

  private final LabClickHouse server = Lab.shared().clickHouse();
  private final Http http = new Http();
  private String table;

  @BeforeEach
  void createTable() {
    table = server.newDatabase("engine") + ".t";
    server.execute(
        "CREATE TABLE "
            + table
            + " (a Int64, s String, u UUID) ENGINE = MergeTree PARTITION BY a % 10 ORDER BY a"
            + " SETTINGS non_replicated_deduplication_window = 100");
  }

  private String guarded(String hex, String deadline, String token) {
    return "INSERT INTO "
        + table
        + " SELECT a, s, toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0') FROM "
        + String.format(SOURCE, hex)
        + " WHERE throwIf(now64(3) > toDateTime64('"
        + deadline
        + "', 3, 'UTC')) = 0 SETTINGS max_query_size = 100000000, insert_deduplication_token = '"
        + token
        + "'";
  }

  @Test
  void whenGuardedInsertIsInTime_everyByteArrivesAndTokenIsHonoured() {
    server.execute(guarded(ROW, "2100-01-01 00:00:00", "one"));
    server.execute(guarded(ROW, "2100-01-01 00:00:00", "one"));
    assertThat(server.query("SELECT a, hex(s) FROM " + table))
        .containsExactly("723401728380766730\t0A0A00");
    server.execute(guarded(ROW, "2100-01-01 00:00:00", "two"));
    assertThat(server.query("SELECT count() FROM " + table)).containsExactly("2");
  }

  @Test
  void whenGuardedInsertIsLate_nothingIsWritten() {
    assertThatThrownBy(() -> server.execute(guarded(ROW, "2020-01-01 00:00:00", "late")))
        .hasMessageContaining("Code: 395");
    assertThat(server.query("SELECT count() FROM " + table)).containsExactly("0");
  }

  @Test
  void whenStatementHasSixteenMebibytes_itIsTaken() {
    int rows = (16 << 20) / ROW.length() + 1;
    server.execute(guarded(ROW.repeat(rows), "2100-01-01 00:00:00", "big"));
    assertThat(server.query("SELECT count(), uniqExact(_part) FROM " + table))
        .containsExactly(rows + "\t1");
  }

  @Test
  void whenQuerySizeIsSetInTheUrl_largeStatementIsTaken() {
    String sql = "SELECT length('" + "x".repeat(1 << 20) + "')";
    assertThatThrownBy(() -> server.query(sql)).hasMessageContaining("Code: 62");
    assertThat(http.send("POST", server.url() + "/?max_query_size=10000000", sql))
        .isEqualTo((1 << 20) + "\n");
    assertThatThrownBy(() -> server.query(sql)).as("undone").hasMessageContaining("Code: 62");
  }

  @Test
  void whenTwoStatementsAreSent_theyAreRefused() {
    assertThatThrownBy(() -> server.query("SELECT 1; SELECT 2")).hasMessageContaining("Code: 62");
    assertThat(server.query("SELECT ';' /* ; */; -- ;")).containsExactly(";");
  }

  @Test
  void whenServerIsAsked_itNamesItselfAndPartitions() {
    assertThat(server.query("SELECT serverUUID()"))
        .isEqualTo(server.query("SELECT serverUUID()"))
        .noneMatch(uuid -> uuid.startsWith("00000000"));
    server.execute(guarded(ROW, "2100-01-01 00:00:00", "part"));
    assertThat(server.query("SELECT _partition_id, partitionID(a % 10) FROM " + table))
        .containsExactly("0\t0");
    assertThat(
            server.query(
                "SELECT partitionID(a % 10), count() FROM "
                    + String.format(SOURCE, ROW)
                    + " GROUP BY 1"))
        .containsExactly("0\t1");
  }

  @Test
  void whenDataFollowsTheStatement_blankLinesSurvive() {
    http.send(
        "POST",
        server.url() + "/?input_format_parallel_parsing=0",
        "INSERT INTO " + table + " (a, s) FORMAT RowBinary\n" + "\n".repeat(8) + "\u0002\n\n");
    http.send(
        "POST",
        server.url(),
        "INSERT INTO "
            + table
            + " (a, s) SELECT a, s FROM input('a Int64, s String') FORMAT RowBinary\n"
            + "\n".repeat(8)
            + "\u0002\n\n");
    assertThat(server.query("SELECT hex(s) FROM " + table)).containsExactly("0A0A", "0A0A");
  }

  @Test
  void whenSessionIsNamed_temporaryTablesStay() {
    String url = server.url() + "/?session_id=" + table;
    http.send("POST", url, "CREATE TEMPORARY TABLE mine (a Int64)");
    http.send("POST", url, "INSERT INTO mine VALUES (4)");
    assertThat(http.send("POST", url, "SELECT a FROM mine")).isEqualTo("4\n");
    assertThatThrownBy(() -> server.query("SELECT a FROM mine")).hasMessageContaining("Code: 60");
  }

  @Test
  void whenStatementSetsSomething_nextRequestDoesNotSeeIt() {
    for (int i = 0; i < 20; i++) {
      server.execute("SET max_threads = 77");
      server.execute("USE system");
    }
    for (int i = 0; i < 20; i++) {
      assertThat(server.query("SELECT getSetting('max_threads') = 77, currentDatabase()"))
          .containsExactly("0\tdefault");
    }
  }

  @Test
  void whenParameterIsInTheUrl_itIsBoundForThisRequestOnly() {
    String url = server.url() + "/?param_x=it%27s";
    assertThat(http.send("POST", url, "SELECT {x:String}")).isEqualTo("it\\'s\n");
    assertThatThrownBy(() -> server.query("SELECT {x:String}")).hasMessageContaining("Code: 456");
  }

  @Test
  void whenWritingByGet_itIsRefused() {
    assertThat(http.send("GET", server.url() + "/?query=SELECT%201", "")).isEqualTo("1\n");
    assertThatThrownBy(
            () -> http.send("GET", server.url() + "/?query=TRUNCATE%20TABLE%20" + table, ""))
        .hasMessageContaining("Code: 164");
  }
}
