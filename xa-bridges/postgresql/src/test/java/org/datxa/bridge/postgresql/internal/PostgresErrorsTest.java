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
  void e3_dataThatReadLikeAFullDeviceAreNone() {
    assertThat(
            PostgresErrors.kind(
                new SQLException("Key (note)=(No space left on device) already exists", "23505")))
        .isEqualTo(ErrorKind.CONSTRAINT);
  }

  @Test
  void e1_unknownErrorsAndThoseOfTheApplicationArePermanent() {
    assertThat(PostgresErrors.kind(null)).isEqualTo(ErrorKind.PERMANENT);
    assertThat(PostgresErrors.kind(new RuntimeException("?"))).isEqualTo(ErrorKind.PERMANENT);
    assertThat(PostgresErrors.kind(new SQLException("x", (String) null)))
        .isEqualTo(ErrorKind.PERMANENT);
    assertThat(PostgresErrors.kind(new SQLException("x", "99999"))).isEqualTo(ErrorKind.PERMANENT);
    assertThat(PostgresErrors.kind(new RuntimeException(new IOException("a file of the work"))))
        .isEqualTo(ErrorKind.PERMANENT);
  }

  @Test
  void e1_brokenConnectionsOfTheDriverAreTransient() {
    assertThat(PostgresErrors.kind(new SQLException("x", (String) null, new IOException("reset"))))
        .isEqualTo(ErrorKind.TRANSIENT);
  }

  @Test
  void e1_wrappedAndNextAndSuppressedOnesAreLookedThrough() {
    SQLException deadlock = new SQLException("deadlock", "40P01");
    SQLException wrapper = new SQLException("refused", "25000", new RuntimeException(deadlock));
    assertThat(PostgresErrors.kind(wrapper)).isEqualTo(ErrorKind.TRANSIENT);

    SQLException batch = new SQLException("batch", "HY000");
    batch.setNextException(deadlock);
    assertThat(PostgresErrors.kind(batch)).isEqualTo(ErrorKind.TRANSIENT);

    RuntimeException closed = new RuntimeException("closed");
    closed.addSuppressed(deadlock);
    assertThat(PostgresErrors.kind(closed)).isEqualTo(ErrorKind.TRANSIENT);
  }

  @Test
  void e1_failedCleanUpIsNoReason() {
    SQLException syntax = new SQLException("syntax", "42601");
    syntax.addSuppressed(new SQLException("roll-back", "08006"));
    assertThat(PostgresErrors.kind(syntax)).isEqualTo(ErrorKind.PERMANENT);
    syntax.addSuppressed(new IOException("No space left on device"));
    assertThat(PostgresErrors.kind(syntax)).isEqualTo(ErrorKind.STORE_FULL); // E3
  }

  @Test
  void e1_circlesEnd() {
    SQLException one = new SQLException("one", "42601");
    SQLException two = new SQLException("two", "42601", one);
    one.setNextException(two);
    assertThat(PostgresErrors.kind(one)).isEqualTo(ErrorKind.PERMANENT);
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
