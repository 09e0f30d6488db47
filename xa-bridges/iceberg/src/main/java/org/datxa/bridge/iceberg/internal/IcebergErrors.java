package org.datxa.bridge.iceberg.internal;

import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.BadRequestException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.NotAuthorizedException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.exceptions.RESTException;
import org.apache.iceberg.exceptions.ServiceFailureException;
import org.apache.iceberg.exceptions.ServiceUnavailableException;
import org.apache.iceberg.exceptions.ValidationException;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.error.ErrorChain;
import org.datxa.spi.error.StoreException;
import org.datxa.spi.error.StoreRefused;

/** What the errors of Iceberg and of what lies below it mean. */
final class IcebergErrors {
  /** The first entry that fits an exception decides; subclasses stand before their parents. */
  private static final Map<Class<? extends Throwable>, ErrorKind> KINDS = new LinkedHashMap<>();

  static {
    KINDS.put(CommitFailedException.class, ErrorKind.TRANSIENT);
    KINDS.put(CommitStateUnknownException.class, ErrorKind.TRANSIENT);
    KINDS.put(AttemptLost.class, ErrorKind.TRANSIENT);
    KINDS.put(ServiceUnavailableException.class, ErrorKind.TRANSIENT);
    KINDS.put(ServiceFailureException.class, ErrorKind.TRANSIENT);
    KINDS.put(BadRequestException.class, ErrorKind.PERMANENT);
    KINDS.put(NotAuthorizedException.class, ErrorKind.PERMANENT);
    KINDS.put(ForbiddenException.class, ErrorKind.PERMANENT);
    KINDS.put(ValidationException.class, ErrorKind.PERMANENT);
    KINDS.put(NoSuchTableException.class, ErrorKind.PERMANENT);
    KINDS.put(AlreadyExistsException.class, ErrorKind.PERMANENT);
    KINDS.put(NotFoundException.class, ErrorKind.PERMANENT);
    KINDS.put(SocketException.class, ErrorKind.TRANSIENT);
    KINDS.put(SocketTimeoutException.class, ErrorKind.TRANSIENT);
    KINDS.put(UnknownHostException.class, ErrorKind.TRANSIENT);
    KINDS.put(SQLTransientException.class, ErrorKind.TRANSIENT);
    KINDS.put(SQLRecoverableException.class, ErrorKind.TRANSIENT);
    KINDS.put(IllegalArgumentException.class, ErrorKind.PERMANENT);
  }

  private static final String CLIENT = "org.apache.iceberg.";

  private IcebergErrors() {}

  /**
   * The kind by the table in the README of this module, of what was thrown while this store was at
   * work. Rule E1.
   */
  static ErrorKind classify(Throwable error) {
    ErrorChain chain = ErrorChain.of(error);
    if (chain.isDeviceFull() || chain.all().anyMatch(IcebergErrors::full)) {
      return ErrorKind.STORE_FULL; // E3
    }
    return first(chain.main()).or(() -> first(chain.suppressed())).orElse(ErrorKind.PERMANENT);
  }

  /**
   * The same of what was thrown anywhere: sockets and databases may be the application's own.
   *
   * @param error what was thrown
   * @return the kind
   */
  static ErrorKind classifyForeign(Throwable error) {
    ErrorChain chain = ErrorChain.of(error);
    if (chain.all().anyMatch(IcebergErrors::isOfIceberg)) {
      return classify(error);
    }
    return chain.isDeviceFull() ? ErrorKind.STORE_FULL : ErrorKind.PERMANENT;
  }

  private static boolean isOfIceberg(Throwable link) {
    return link instanceof StoreException || link.getClass().getName().startsWith(CLIENT);
  }

  private static Optional<ErrorKind> first(List<Throwable> links) {
    return links.stream().map(IcebergErrors::kindOf).filter(Objects::nonNull).findFirst();
  }

  /** Not where a table or a value is quoted. */
  private static boolean full(Throwable link) {
    if (link instanceof StoreRefused refused) {
      return refused.kind() == ErrorKind.STORE_FULL;
    }
    if (link instanceof SQLException sql) {
      return "53100".equals(sql.getSQLState());
    }
    return link instanceof RuntimeException
        && byClass(link) != ErrorKind.PERMANENT
        && ErrorChain.saysFull(link.getMessage());
  }

  private static ErrorKind kindOf(Throwable link) {
    if (link instanceof StoreRefused refused) {
      return refused.kind();
    }
    if (link instanceof StoreException) {
      return ErrorKind.TRANSIENT;
    }
    ErrorKind known = byClass(link);
    if (known != null) {
      return known;
    }
    if (link instanceof SQLException sql && transientState(sql.getSQLState())) {
      return ErrorKind.TRANSIENT;
    }
    return link.getClass().equals(RESTException.class) ? ErrorKind.TRANSIENT : null;
  }

  private static ErrorKind byClass(Throwable link) {
    return KINDS.entrySet().stream()
        .filter(entry -> entry.getKey().isInstance(link))
        .findFirst()
        .map(Map.Entry::getValue)
        .orElse(null);
  }

  private static boolean transientState(String state) {
    return state != null
        && (state.startsWith("08")
            || state.startsWith("40")
            || state.startsWith("53")
            || state.startsWith("57P"));
  }

  /** A failure of which nothing can have reached the catalog. */
  static StoreRefused refused(IcebergSettings settings, String what, Throwable cause) {
    ErrorKind kind = classify(cause);
    OptionalLong free =
        kind == ErrorKind.STORE_FULL
            ? settings.warehouseFolder().map(WarehouseDisk::freeBytes).orElse(OptionalLong.empty())
            : OptionalLong.empty();
    return new StoreRefused(settings.store(), kind, what + ": " + cause.getMessage(), cause, free);
  }

  /** The same where nothing is written. */
  static StoreRefused refused(String store, String what, Throwable cause) {
    return new StoreRefused(store, classify(cause), what + ": " + cause.getMessage(), cause);
  }
}
