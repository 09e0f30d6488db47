package org.datxa.bridge.postgresql.internal;

import java.util.Optional;
import java.util.Set;
import org.datxa.bridge.SqlName;
import org.datxa.spi.StoreConfig;

/**
 * The configuration of one store, checked. Times are in milliseconds. The README of this module
 * says what each is for.
 *
 * @param name the name of the store
 * @param place where the server is
 * @param user the role, or empty to leave it to the URL
 * @param password the password, or empty
 * @param pools the sizes of the pools
 * @param limits the bounds in time
 */
public record PostgresSettings(
    String name,
    PostgresPlace place,
    Optional<String> user,
    Optional<String> password,
    PoolSizes pools,
    TimeLimits limits) {
  private static final Set<String> KNOWN =
      Set.of(
          "url",
          "user",
          "password",
          "schema",
          "pool.max",
          "pool.min",
          "pool.reserved",
          "pool.acquire_timeout_ms",
          "pool.leak_ms",
          "connect_timeout_ms",
          "socket_timeout_ms",
          "lock_timeout_ms",
          "idle_in_transaction_timeout_ms",
          "plain_timeout_ms");

  private static final long DAY = 86_400_000;

  /**
   * Reads a configuration.
   *
   * @param config the configuration
   * @return the settings
   * @throws IllegalArgumentException if a property is missing or illegal
   */
  public static PostgresSettings from(StoreConfig config) {
    config.requireKnown(KNOWN);
    return new PostgresSettings(
        config.name(),
        PostgresPlace.of(
            config.name(),
            config.required("url"),
            new SqlName(config.optional("schema").orElse("datxa"))),
        config.optional("user"),
        config.optional("password"),
        PoolSizes.from(config),
        TimeLimits.from(config));
  }

  @Override
  public String toString() {
    return "PostgresSettings[" + name + ", " + place + "]";
  }

  /**
   * The sizes of the pools.
   *
   * @param most most connections for work
   * @param least connections kept for work
   * @param reserved connections for recovery and settling alone
   * @param leak milliseconds after which a connection in use is reported; 0 for never
   */
  public record PoolSizes(int most, int least, int reserved, int leak) {
    static PoolSizes from(StoreConfig config) {
      int most = (int) config.number("pool.max", 20, 1, 10_000);
      return new PoolSizes(
          most,
          (int) config.number("pool.min", 0, 0, most),
          (int) config.number("pool.reserved", 2, 1, 100),
          (int) config.number("pool.leak_ms", 0, 0, DAY));
    }
  }

  /**
   * The bounds in time, in milliseconds.
   *
   * @param acquire how long to wait for a free connection
   * @param connect how long opening a connection may take
   * @param socket how long one answer of the server may take in a step of the protocol
   * @param lock how long settling waits for a session that may still commit
   * @param idle how long the server lets a deciding or preparing transaction idle
   * @param plain how long one answer may take outside of any transaction
   */
  public record TimeLimits(int acquire, int connect, int socket, int lock, int idle, int plain) {
    static TimeLimits from(StoreConfig config) {
      return new TimeLimits(
          (int) config.number("pool.acquire_timeout_ms", 5_000, 1, DAY),
          (int) config.number("connect_timeout_ms", 5_000, 1, DAY),
          (int) config.number("socket_timeout_ms", 30_000, 1, DAY),
          (int) config.number("lock_timeout_ms", 5_000, 1, DAY),
          (int) config.number("idle_in_transaction_timeout_ms", 60_000, 1, DAY),
          (int) config.number("plain_timeout_ms", 600_000, 1, DAY));
    }
  }
}
