package org.datxa.bridge.iceberg.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.file.FileSystemException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.stream.Stream;
import org.apache.iceberg.exceptions.BadRequestException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.exceptions.RESTException;
import org.apache.iceberg.exceptions.ServiceUnavailableException;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.jdbc.UncheckedSQLException;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.error.StoreConflict;
import org.datxa.spi.error.StoreUnknown;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class IcebergErrorsTest {
  static Stream<Arguments> errors() {
    return Stream.of(
        Arguments.of(new CommitFailedException("x"), ErrorKind.TRANSIENT),
        Arguments.of(new CommitStateUnknownException(new IOException()), ErrorKind.TRANSIENT),
        Arguments.of(new ServiceUnavailableException("x"), ErrorKind.TRANSIENT),
        Arguments.of(new RESTException("dropped"), ErrorKind.TRANSIENT),
        Arguments.of(new RuntimeException(new ConnectException("x")), ErrorKind.TRANSIENT),
        Arguments.of(new RuntimeException(new SocketTimeoutException()), ErrorKind.TRANSIENT),
        Arguments.of(new UnknownHostException("x"), ErrorKind.TRANSIENT),
        Arguments.of(sql("08006"), ErrorKind.TRANSIENT),
        Arguments.of(sql("40001"), ErrorKind.TRANSIENT),
        Arguments.of(sql("57P01"), ErrorKind.TRANSIENT),
        Arguments.of(sql("53300"), ErrorKind.TRANSIENT),
        Arguments.of(
            new UncheckedSQLException(new SQLTransientConnectionException("x"), "x"),
            ErrorKind.TRANSIENT),
        Arguments.of(new StoreUnknown("lake", "x", null), ErrorKind.TRANSIENT),
        Arguments.of(new StoreConflict("lake", "x", null), ErrorKind.PERMANENT),
        Arguments.of(sql("42P01"), ErrorKind.PERMANENT),
        Arguments.of(new ValidationException("x"), ErrorKind.PERMANENT),
        Arguments.of(new NoSuchTableException("x"), ErrorKind.PERMANENT),
        Arguments.of(new NotFoundException("x"), ErrorKind.PERMANENT),
        Arguments.of(new BadRequestException("x"), ErrorKind.PERMANENT),
        Arguments.of(new ForbiddenException("x"), ErrorKind.PERMANENT),
        Arguments.of(new IllegalArgumentException("x"), ErrorKind.PERMANENT),
        Arguments.of(new NullPointerException(), ErrorKind.PERMANENT),
        Arguments.of(sql("53100"), ErrorKind.STORE_FULL),
        Arguments.of(
            new CommitFailedException(
                new UncheckedIOException(
                    new FileSystemException("f", null, "No space left on device")),
                "x"),
            ErrorKind.STORE_FULL),
        Arguments.of(
            new UncheckedIOException(new IOException("Disk quota exceeded")),
            ErrorKind.STORE_FULL));
  }

  private static RuntimeException sql(String state) {
    return new UncheckedSQLException(new SQLException("x", state), "x");
  }

  @ParameterizedTest
  @MethodSource("errors")
  void e1_errorsHaveTheirKind(Throwable error, ErrorKind kind) {
    assertThat(IcebergErrors.classify(error)).isEqualTo(kind);
  }

  @Test
  void e1_suppressedOnesCountWhereTheRestSaysNothing() {
    RuntimeException closed = new IllegalStateException("closed");
    closed.addSuppressed(new CommitFailedException("x"));
    assertThat(IcebergErrors.classify(closed)).isEqualTo(ErrorKind.TRANSIENT);
    RuntimeException gone = new NoSuchTableException("x");
    gone.addSuppressed(new ConnectException("at clean-up"));
    assertThat(IcebergErrors.classify(gone)).isEqualTo(ErrorKind.PERMANENT);
  }

  @Test
  void e1_errorsOfTheApplicationItselfArePermanent() {
    assertThat(IcebergErrors.classifyForeign(new RuntimeException(new ConnectException("x"))))
        .isEqualTo(ErrorKind.PERMANENT);
    assertThat(IcebergErrors.classifyForeign(new SQLException("another database's", "40001")))
        .isEqualTo(ErrorKind.PERMANENT);
    assertThat(IcebergErrors.classifyForeign(sql("08006"))).isEqualTo(ErrorKind.TRANSIENT);
    assertThat(IcebergErrors.classifyForeign(null)).isEqualTo(ErrorKind.PERMANENT);
  }

  @Test
  void e3_fullDevicesCountWhoeverRaisedThem_textsThatQuoteDataDoNot() {
    assertThat(IcebergErrors.classifyForeign(new IOException("No space left on device")))
        .isEqualTo(ErrorKind.STORE_FULL);
    assertThat(IcebergErrors.classify(new ValidationException("note = 'No space left on device'")))
        .isEqualTo(ErrorKind.PERMANENT);
  }
}
