package org.datxa.bridge.iceberg.internal;

import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
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

  private static final int LONGEST_CHAIN = 50;

  private IcebergErrors() {}

  static ErrorKind classify(Throwable error) {
    Throwable link = error;
    for (int i = 0; link != null && i < LONGEST_CHAIN; i++, link = link.getCause()) {
      if (full(link)) {
        return ErrorKind.STORE_FULL;
      }
    }
    link = error;
    for (int i = 0; link != null && i < LONGEST_CHAIN; i++, link = link.getCause()) {
      ErrorKind kind = kindOf(link);
      if (kind != null) {
        return kind;
      }
    }
    return ErrorKind.PERMANENT;
  }

  private static boolean full(Throwable link) {
    if (link instanceof SQLException sql && "53100".equals(sql.getSQLState())) {
      return true;
    }
    String text = String.valueOf(link.getMessage()).toLowerCase(Locale.ROOT);
    boolean fromDisk = link instanceof IOException || link instanceof RuntimeException;
    return fromDisk
        && (text.contains("no space left on device")
            || text.contains("disk quota exceeded")
            || text.contains("enospc")
            || text.contains("edquot"));
  }

  private static ErrorKind kindOf(Throwable link) {
    if (link instanceof StoreRefused refused) {
      return refused.kind();
    }
    if (link instanceof StoreException) {
      return ErrorKind.TRANSIENT;
    }
    for (Map.Entry<Class<? extends Throwable>, ErrorKind> entry : KINDS.entrySet()) {
      if (entry.getKey().isInstance(link)) {
        return entry.getValue();
      }
    }
    if (link instanceof SQLException sql && transientState(sql.getSQLState())) {
      return ErrorKind.TRANSIENT;
    }
    return link.getClass().equals(RESTException.class) ? ErrorKind.TRANSIENT : null;
  }

  private static boolean transientState(String state) {
    return state != null
        && (state.startsWith("08")
            || state.startsWith("40")
            || state.startsWith("53")
            || state.startsWith("57P"));
  }

  /** A failure of which nothing can have reached the catalog. */
  static StoreRefused refused(String store, String what, Throwable cause) {
    return new StoreRefused(store, classify(cause), what + ": " + cause.getMessage(), cause);
  }
}
