package org.datxa.bridge.postgresql.internal;

import io.agroal.api.AgroalDataSourceListener;
import java.sql.Connection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports once each connection that is in use for longer than a limit, and where it was taken. */
final class Leaks implements AgroalDataSourceListener {
  /** Watches nothing. */
  static final Leaks NONE = new Leaks("", 0);

  private static final Logger LOG = LoggerFactory.getLogger(Leaks.class);

  private final String store;
  private final int millis;
  private final Map<Connection, Holder> out = new ConcurrentHashMap<>();

  /**
   * @param store whose connections they are
   * @param millis the limit; 0 to watch nothing
   */
  Leaks(String store, int millis) {
    this.store = store;
    this.millis = millis;
  }

  void taken(Lease lease, String holder) {
    if (millis > 0) {
      out.put(lease.connection(), new Holder(holder, new Taken()));
    }
  }

  void ended(Lease lease) {
    out.remove(lease.connection());
  }

  /** The pool calls it again and again while the connection is out. */
  @Override
  public void onConnectionLeak(Connection connection, Thread thread) {
    Holder holder = out.remove(connection);
    if (holder != null) {
      LOG.warn(
          "Store '{}': {} has a connection that was not given back within {} ms (pool.leak_ms)."
              + " End the transaction or close the handle; the place where it was taken follows.",
          store,
          holder.name(),
          millis,
          holder.place());
    }
  }

  private record Holder(String name, Taken place) {}

  /** Where a connection was taken; never thrown. */
  private static final class Taken extends Exception {
    private static final long serialVersionUID = 1;

    Taken() {
      super("taken by thread " + Thread.currentThread().getName());
    }
  }
}
