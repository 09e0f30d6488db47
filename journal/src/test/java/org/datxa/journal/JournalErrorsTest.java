package org.datxa.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.SQLException;
import org.datxa.spi.ErrorKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.neo4j.driver.exceptions.Neo4jException;

class JournalErrorsTest {
  @ParameterizedTest
  @CsvSource({
    "08001, TRANSIENT",
    "08006, TRANSIENT",
    "57P03, TRANSIENT",
    "53300, TRANSIENT",
    "40001, TRANSIENT",
    "55P03, TRANSIENT",
    "99999, TRANSIENT",
    "53100, STORE_FULL",
    "42501, PERMANENT",
    "42P01, PERMANENT",
    "28P01, PERMANENT",
    "3D000, PERMANENT",
    "25006, PERMANENT",
  })
  void e1_stateOfAJournalInSqlTellsTheKind(String state, ErrorKind kind) {
    assertThat(new JournalRefused("x", new SQLException("x", state)).kind()).isEqualTo(kind);
    assertThat(new JournalRefused("x", new RuntimeException(new SQLException("x", state))).kind())
        .isEqualTo(kind);
  }

  @ParameterizedTest
  @CsvSource({
    "Neo.TransientError.Transaction.Outdated, x, TRANSIENT",
    "Neo.DatabaseError.Statement.ExecutionFailed, write-ahead log: input/output error, TRANSIENT",
    "Neo.DatabaseError.Statement.ExecutionFailed, log: No space left on device, STORE_FULL",
    "Neo.ClientError.Security.Unauthorized, x, PERMANENT",
    "Neo.ClientError.Database.DatabaseNotFound, x, PERMANENT",
    "Neo.ClientError.Statement.SyntaxError, x, PERMANENT",
  })
  void e1_codeOfAJournalInDrevoTellsTheKind(String code, String text, ErrorKind kind) {
    assertThat(new JournalRefused("x", new Neo4jException(code, text)).kind()).isEqualTo(kind);
  }

  @Test
  void e3_fullDiskBelowAFileIsFull_andNothingKnownIsTransient() {
    IOException full = new IOException("No space left on device");
    assertThat(new JournalRefused("x", new SQLException("x", "90028", full)).kind())
        .isEqualTo(ErrorKind.STORE_FULL);
    assertThat(new JournalRefused("too slow", null).kind()).isEqualTo(ErrorKind.TRANSIENT);
  }
}
