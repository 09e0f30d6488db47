package org.datxa.bridge.clickhouse.internal.http;

import java.net.URI;
import java.time.Duration;

/**
 * Where a server is and how long to wait for it. Never shows the password.
 *
 * @param store the name of the store, for messages
 * @param address scheme, host and port
 * @param database the database in which names are looked up
 * @param user who
 * @param password the secret
 * @param connect how long a connection may take
 * @param answer how long a whole answer may take
 */
public record Endpoint(
    String store,
    URI address,
    String database,
    String user,
    String password,
    Duration connect,
    Duration answer) {
  @Override
  public String toString() {
    return address + "/" + database;
  }
}
