package org.datxa.bridge.drevo.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.datxa.bridge.drevo.DrevoException;
import org.datxa.spi.ErrorKind;
import org.datxa.tck.ErrorRow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.neo4j.driver.exceptions.Neo4jException;
import org.neo4j.driver.exceptions.ServiceUnavailableException;

class DrevoErrorsTest {
  static List<ErrorRow<String>> rows() {
    return ErrorRow.table("code", code -> code);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void e1_codeTellsTheKind(ErrorRow<String> row) {
    for (String code : row.codes()) {
      Neo4jException error = new Neo4jException(code, row.what());
      assertThat(DrevoErrors.kind(error)).isEqualTo(row.kind());
      assertThat(DrevoErrors.kind(LinkException.of(error))).isEqualTo(row.kind());
      assertThat(DrevoErrors.kind(new RuntimeException(new RuntimeException(error))))
          .isEqualTo(row.kind());
      RuntimeException closed = new RuntimeException("closed");
      closed.addSuppressed(error);
      assertThat(DrevoErrors.kind(closed)).isEqualTo(row.kind());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "Neo.DatabaseError.Statement.ExecutionFailed, Duplicate title: No space left on device, CONSTRAINT",
    "Neo.ClientError.Statement.SyntaxError, at: No space left on device, PERMANENT",
    "Neo.DatabaseError.Statement.ExecutionFailed, write-ahead log: no storage space, STORE_FULL",
    "Neo.DatabaseError.Statement.ExecutionFailed, write-ahead log: EDQUOT, STORE_FULL",
    "Neo.SomethingNew.Of.Tomorrow, x, PERMANENT",
  })
  void e3_textsOfFullDevicesCountInTheServersOwnErrorsOnly(
      String code, String message, ErrorKind kind) {
    assertThat(DrevoErrors.kind(new Neo4jException(code, message))).isEqualTo(kind);
  }

  @Test
  void e1_failedCleanUpIsNoReason() {
    Neo4jException syntax = new Neo4jException("Neo.ClientError.Statement.SyntaxError", "x");
    syntax.addSuppressed(new ServiceUnavailableException("at roll-back"));
    assertThat(DrevoErrors.kind(syntax)).isEqualTo(ErrorKind.PERMANENT);
    assertThat(DrevoErrors.kind(new RuntimeException(new IOException("a file of the work"))))
        .isEqualTo(ErrorKind.PERMANENT);
  }

  @Test
  void e1_lossIsTransientAndStrangersArePermanent() {
    assertThat(DrevoErrors.kind(new ServiceUnavailableException("gone")))
        .isEqualTo(ErrorKind.TRANSIENT);
    assertThat(DrevoErrors.kind(LinkException.of(new IOException("reset"))))
        .isEqualTo(ErrorKind.TRANSIENT);
    assertThat(DrevoErrors.kind(LinkException.lost("late", new TimeoutException())))
        .isEqualTo(ErrorKind.TRANSIENT);
    assertThat(DrevoErrors.kind(new IllegalStateException("strange")))
        .isEqualTo(ErrorKind.PERMANENT);
    assertThat(DrevoErrors.kind(null)).isEqualTo(ErrorKind.PERMANENT);
    assertThat(DrevoErrors.kind(new DrevoException(ErrorKind.CONSTRAINT, "", "x", null)))
        .isEqualTo(ErrorKind.CONSTRAINT);
  }

  @ParameterizedTest
  @CsvSource({
    "Neo.TransientError.Transaction.Outdated, transaction conflict, true",
    "Neo.TransientError.Transaction.LockAcquisitionTimeout, writes are paused, true",
    "Neo.ClientError.Schema.ConstraintValidationFailed, violated, true",
    "Neo.DatabaseError.Statement.ExecutionFailed, no open transaction, true",
    "Neo.DatabaseError.Statement.ExecutionFailed, write-ahead log: ENOSPC, true",
    "Neo.DatabaseError.Statement.ExecutionFailed, write-ahead log: input/output error, false",
    "Neo.DatabaseError.General.UnknownError, panic, false",
    "Neo.ClientError.Transaction.TransactionTimedOut, too long, false",
    "N/A, made by the client, false",
  })
  void e2_whatTheServersOwnLogMayHoldIsNotCertain(String code, String message, boolean certain) {
    LinkException error = LinkException.of(new Neo4jException(code, message));
    assertThat(DrevoErrors.isCertain(error)).isEqualTo(certain);
  }

  @Test
  void e2_lostAnswersAreNeverCertain() {
    assertThat(DrevoErrors.isCertain(LinkException.lost("late", null))).isFalse();
    assertThat(DrevoErrors.isCertain(LinkException.of(new ServiceUnavailableException("gone"))))
        .isFalse();
  }
}
