package org.datxa.bridge.drevo.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.TimeoutException;
import org.datxa.bridge.drevo.DrevoException;
import org.datxa.spi.ErrorKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.neo4j.driver.exceptions.Neo4jException;
import org.neo4j.driver.exceptions.ServiceUnavailableException;

class DrevoErrorsTest {
  @ParameterizedTest
  @CsvSource({
    "Neo.TransientError.Transaction.Outdated, transaction conflict, TRANSIENT",
    "Neo.TransientError.Transaction.LockAcquisitionTimeout, writes are paused, TRANSIENT",
    "Neo.TransientError.Transaction.LockClientStopped, x, TRANSIENT",
    "Neo.ClientError.Transaction.TransactionTimedOut, too long, TRANSIENT",
    "Neo.ClientError.Schema.ConstraintValidationFailed, on Item violated, CONSTRAINT",
    "Neo.DatabaseError.Statement.ExecutionFailed, Duplicate title: a, CONSTRAINT",
    "Neo.DatabaseError.Statement.ExecutionFailed, write-ahead log: No space left on device, STORE_FULL",
    "Neo.DatabaseError.Statement.ExecutionFailed, write-ahead log: EDQUOT, STORE_FULL",
    "Neo.DatabaseError.Statement.ExecutionFailed, write-ahead log: input/output error, PERMANENT",
    "Neo.DatabaseError.General.UnknownError, unsupported, PERMANENT",
    "Neo.ClientError.Statement.SyntaxError, expected, PERMANENT",
    "Neo.ClientError.Statement.SemanticError, no such variable, PERMANENT",
    "Neo.ClientError.Statement.ParameterMissing, $x, PERMANENT",
    "Neo.ClientError.Database.DatabaseNotFound, x, PERMANENT",
    "Neo.ClientError.Security.Unauthorized, x, PERMANENT",
    "Neo.ClientError.Request.InvalidFormat, x, PERMANENT",
  })
  void e1_codeTellsTheKind(String code, String message, ErrorKind kind) {
    Neo4jException error = new Neo4jException(code, message);
    assertThat(DrevoErrors.kind(error)).isEqualTo(kind);
    assertThat(DrevoErrors.kind(LinkException.of(error))).isEqualTo(kind);
    assertThat(DrevoErrors.kind(new RuntimeException(new RuntimeException(error)))).isEqualTo(kind);
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
