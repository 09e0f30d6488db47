package org.datxa.bridge.clickhouse.internal.store;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Locale;
import org.datxa.bridge.clickhouse.internal.http.ClickHouseErrors;
import org.datxa.bridge.clickhouse.internal.http.ServerError;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.error.StoreRefused;
import org.datxa.spi.error.StoreUnknown;

/** The kind of anything that can come out of this store. */
final class Classifier {
  private static final int DEEPEST = 20;

  private Classifier() {}

  static ErrorKind kind(Throwable error) {
    Throwable cause = error;
    for (int i = 0; cause != null && i < DEEPEST; i++, cause = cause.getCause()) {
      ErrorKind kind = own(cause);
      if (kind != null) {
        return kind;
      }
    }
    return ErrorKind.PERMANENT;
  }

  private static ErrorKind own(Throwable error) {
    String text = String.valueOf(error.getMessage()).toLowerCase(Locale.ROOT);
    if (text.contains("no space left on device") || text.contains("disk quota exceeded")) {
      return ErrorKind.STORE_FULL;
    }
    if (error instanceof StoreRefused refused) {
      return refused.kind();
    }
    if (error instanceof ServerError answered) {
      return ClickHouseErrors.kind(answered);
    }
    if (error instanceof SQLException sql && sql.getErrorCode() > 0) {
      return ClickHouseErrors.kind(new ServerError(sql.getErrorCode(), text));
    }
    return error instanceof IOException || error instanceof StoreUnknown
        ? ErrorKind.TRANSIENT
        : null;
  }
}
