package org.datxa.bridge.clickhouse.internal.jdbc;

import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.SQLNonTransientException;
import java.sql.SQLTransientException;
import org.datxa.bridge.clickhouse.internal.sql.SqlRefused;
import org.datxa.bridge.clickhouse.internal.type.ValueRefused;
import org.datxa.spi.error.Aborted;
import org.datxa.spi.error.DatXaException;
import org.datxa.spi.error.HandleRefused;
import org.datxa.spi.error.InDoubt;
import org.datxa.spi.error.StoreException;
import org.datxa.spi.error.StoreRefused;

/** What goes wrong, as JDBC says it. */
final class SqlErrors {
  private SqlErrors() {}

  static SQLException of(SqlRefused e) {
    return new SQLFeatureNotSupportedException(e.getMessage(), "0A000", e);
  }

  static SQLException of(String place, ValueRefused e) {
    return new SQLDataException(place + ": " + e.getMessage(), "22000", e);
  }

  static SQLException of(StoreException e) {
    if (e instanceof StoreRefused refused && !refused.kind().retryable()) {
      return new SQLNonTransientException(e.getMessage(), "HY000", e);
    }
    return new SQLTransientException(e.getMessage(), "HY000", e);
  }

  static SQLException of(DatXaException e) {
    if (e instanceof HandleRefused) {
      return new SQLException(e.getMessage(), "25000", e);
    }
    if (e instanceof InDoubt) {
      return new SQLException(e.getMessage(), "08007", e);
    }
    return e instanceof Aborted aborted && aborted.kind().retryable()
        ? new SQLTransientException(e.getMessage(), "40000", e)
        : new SQLNonTransientException(e.getMessage(), "40000", e);
  }

  static SQLException refused(String message) {
    return new SQLFeatureNotSupportedException(message, "0A000");
  }

  static SQLException closed(String what) {
    return new SQLNonTransientException("The " + what + " is closed", "08003");
  }

  static SQLException readOnly() {
    return new SQLInvalidAuthorizationSpecException(
        "The transaction is read-only; INSERT is refused", "25006");
  }
}
