package org.datxa.bridge.postgresql.internal;

import java.util.Set;

/** Which calls leave a connection other than it was, and how it is brought back. */
final class SessionMarks {
  private static final Set<String> SERVER_SIDE =
      Set.of("setSchema", "setCatalog", "setClientInfo", "setTransactionIsolation");
  private static final Set<String> DRIVER_SIDE =
      Set.of("setHoldability", "setTypeMap", "setShardingKey", "setShardingKeyIfValid");

  private SessionMarks() {}

  static void note(Lease lease, String method) {
    if (lease == null) {
      return;
    }
    if (SERVER_SIDE.contains(method)) {
      lease.dirty();
    } else if (DRIVER_SIDE.contains(method)) {
      lease.spoil();
    }
  }
}
