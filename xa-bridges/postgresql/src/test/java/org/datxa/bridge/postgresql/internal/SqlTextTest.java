package org.datxa.bridge.postgresql.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlTextTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "COMMIT",
        " commit ",
        "Rollback;",
        "/* a /* b */ */ -- c\n COMMIT",
        "BEGIN",
        "END",
        "START TRANSACTION",
        "ABORT",
        "SAVEPOINT a",
        "RELEASE SAVEPOINT a",
        "ROLLBACK TO a",
        "SELECT 1; COMMIT",
        "SELECT ';'; COMMIT AND CHAIN",
        "SELECT E'\\';'; ROLLBACK",
        "SELECT $a$ ; $a$; COMMIT",
        "SELECT $1; COMMIT",
        "PREPARE TRANSACTION 'x'",
        "prepare /* */ transaction 'x'",
        "COMMIT PREPARED 'x'",
        "SELECT \"a;\"\";b\"; COMMIT",
        "CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT 1; END; COMMIT",
        ";;COMMIT"
      })
  void transactionControlIsSeen(String sql) {
    assertThat(SqlText.of(sql).transactionControl()).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "SELECT 'COMMIT'",
        "SELECT 1 AS commit",
        "SELECT ';COMMIT'",
        "-- ;COMMIT",
        "/* ; COMMIT */ SELECT 1",
        "SELECT $$;COMMIT$$",
        "SELECT \";COMMIT\"",
        "PREPARE a AS SELECT 1",
        "SELECT E'\\';COMMIT'",
        "UPDATE t SET a = 1",
        "SELECT a$b$;",
        "INSERT INTO commit VALUES (1)",
        "CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT 1; END",
        "DO $x$ BEGIN PERFORM 1; END $x$",
        "SELECT 'unfinished",
        "/* unfinished",
        "{call f()}"
      })
  void otherTextsPass(String sql) {
    assertThat(SqlText.of(sql).transactionControl()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SET search_path = x",
        "SELECT set_config('a', 'b', false)",
        "CREATE TEMP TABLE a ()",
        "SELECT pg_advisory_lock(1)",
        "LISTEN a",
        "DECLARE a CURSOR WITH HOLD FOR SELECT 1",
        "SELECT 1; SET a = 1",
        "DO $$ BEGIN END $$",
        "SELECT 1 INTO TEMPORARY b",
        "RESET ALL"
      })
  void marksOnTheSessionAreSeen(String sql) {
    assertThat(SqlText.of(sql).marksSession()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 1",
        "INSERT INTO t VALUES (1)",
        "UPDATE t SET a = 1",
        "WITH a AS (SELECT 1) DELETE FROM t"
      })
  void ordinaryWorkLeavesTheSessionAlone(String sql) {
    assertThat(SqlText.of(sql).marksSession()).isFalse();
  }
}
