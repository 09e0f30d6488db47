package org.datxa.bridge.clickhouse.internal.store;

import com.clickhouse.client.api.ClickHouseException;
import com.clickhouse.client.api.ServerException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.datxa.bridge.clickhouse.internal.http.ClickHouseErrors;
import org.datxa.bridge.clickhouse.internal.http.ServerError;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.error.ErrorChain;
import org.datxa.spi.error.StoreException;
import org.datxa.spi.error.StoreRefused;
import org.datxa.spi.error.StoreUnknown;

/** The kind of anything that can come out of this store, ours or the driver's. Rule E1. */
final class Classifier {
  private Classifier() {}

  static ErrorKind kind(Throwable error) {
    ErrorChain chain = ErrorChain.of(error);
    boolean full =
        chain.isDeviceFull() || told(chain.all().toList()).contains(ErrorKind.STORE_FULL);
    return full // E3
        ? ErrorKind.STORE_FULL
        : first(told(chain.main()))
            .or(() -> first(told(chain.suppressed())))
            .orElseGet(() -> isBroken(chain) ? ErrorKind.TRANSIENT : ErrorKind.PERMANENT);
  }

  private static Optional<ErrorKind> first(List<ErrorKind> kinds) {
    return kinds.stream()
        .filter(kind -> kind != ErrorKind.PERMANENT)
        .findFirst()
        .or(() -> kinds.stream().findFirst());
  }

  private static List<ErrorKind> told(List<Throwable> errors) {
    return errors.stream().flatMap(error -> own(error).stream()).toList();
  }

  private static Optional<ErrorKind> own(Throwable error) {
    if (error instanceof StoreRefused refused) {
      return Optional.of(refused.kind());
    }
    if (error instanceof StoreUnknown) {
      return Optional.of(ErrorKind.TRANSIENT);
    }
    if (error instanceof ServerError answered) {
      return Optional.of(ClickHouseErrors.kind(answered));
    }
    return error instanceof ServerException it && it.getCode() > 0
        ? Optional.of(
            ClickHouseErrors.kind(new ServerError(it.getCode(), String.valueOf(it.getMessage()))))
        : Optional.empty();
  }

  /** A connection of the driver, or of ours, that failed; not one of the application. */
  private static boolean isBroken(ErrorChain chain) {
    return chain.main().stream().anyMatch(Classifier::isOfThisStore)
        && chain.main().stream().anyMatch(IOException.class::isInstance);
  }

  private static boolean isOfThisStore(Throwable error) {
    return error instanceof ClickHouseException || error instanceof StoreException;
  }
}
