package org.datxa.bridge.postgresql.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.SQLException;
import org.datxa.spi.ErrorKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

class PostgresErrorsTest {
  @ParameterizedTest
  @CsvSource({
    "40001, TRANSIENT", "40P01, TRANSIENT", "08006, TRANSIENT", "08001, TRANSIENT",
    "57P01, TRANSIENT", "57P02, TRANSIENT", "57P03, TRANSIENT", "57P04, TRANSIENT",
    "57P05, TRANSIENT", "25P03, TRANSIENT", "25P04, TRANSIENT", "53200, TRANSIENT",
    "53300, TRANSIENT", "55P03, TRANSIENT", "53100, STORE_FULL", "23505, CONSTRAINT",
    "23503, CONSTRAINT", "23514, CONSTRAINT", "23502, CONSTRAINT", "42601, PERMANENT",
    "57014, PERMANENT", "0A000, PERMANENT", "25006, PERMANENT"
  })
  void sqlStateTellsTheKind(String state, ErrorKind kind) {
    assertThat(PostgresErrors.kind(new SQLException("x", state))).isEqualTo(kind);
    assertThat(PostgresErrors.kind(new RuntimeException(new SQLException("x", state))))
        .isEqualTo(kind);
  }

  @Test
  void fullDeviceIsFullWhoeverSaysIt() {
    assertThat(PostgresErrors.kind(new IOException("write: No space left on device")))
        .isEqualTo(ErrorKind.STORE_FULL);
    assertThat(
            PostgresErrors.kind(
                new SQLException("x", "58030", new IOException("Disk quota exceeded"))))
        .isEqualTo(ErrorKind.STORE_FULL);
  }

  @Test
  void unknownErrorsArePermanentAndBrokenConnectionsAreNot() {
    assertThat(PostgresErrors.kind(new RuntimeException("?"))).isEqualTo(ErrorKind.PERMANENT);
    assertThat(PostgresErrors.kind(new SQLException("x", (String) null)))
        .isEqualTo(ErrorKind.PERMANENT);
    assertThat(PostgresErrors.kind(new RuntimeException(new IOException("reset"))))
        .isEqualTo(ErrorKind.TRANSIENT);
  }

  @ParameterizedTest
  @CsvSource({
    "ERROR, 23505, true",
    "ERROR, 40001, true",
    "ERROR, 53100, true",
    "FATAL, 25P03, true",
    "FATAL, 25P04, false",
    "FATAL, 57P01, false",
    "FATAL, 57P02, false",
    "PANIC, 53100, false",
    "PANIC, 58030, false",
    "PANIK, 58030, false",
    "ERROR, XX000, false",
    "ERROR, 08006, false",
    "ERROR, 40003, false"
  })
  void onlyAnAnswerOfAServerThatStaysIsCertain(String severity, String state, boolean certain) {
    PSQLException answered =
        new PSQLException(new ServerErrorMessage("S" + severity + "\0C" + state + "\0Mno\0"));
    assertThat(PostgresErrors.isCertain(answered)).isEqualTo(certain);
    assertThat(PostgresErrors.isCertain(new SQLException("from the driver", state))).isFalse();
  }
}
