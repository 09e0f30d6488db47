package org.datxa.bridge.drevo.internal;

import java.util.Optional;
import java.util.Set;
import org.datxa.spi.StoreConfig;

/**
 * The configuration of one store, checked. Times are in milliseconds. The README of this module
 * says what each is for.
 *
 * @param name the name of the store
 * @param place where the graph is
 * @param user the user, or empty to send no credentials
 * @param password the password, or empty
 * @param pools the sizes of the pools
 * @param limits the bounds in time
 * @param preparedTimeouts what is known of the server's own roll-back
 * @param mostRows most rows of one result
 * @param validateReads whether the end of a reading branch asks the server if the reads hold
 * @param gate whether writers of this process queue up
 */
public record DrevoSettings(
    String name,
    DrevoPlace place,
    Optional<String> user,
    Optional<String> password,
    PoolSizes pools,
    TimeLimits limits,
    PreparedTimeouts preparedTimeouts,
    int mostRows,
    boolean validateReads,
    boolean gate) {
  private static final Set<String> KNOWN =
      Set.of(
          "url",
          "database",
          "user",
          "password",
          "pool.max",
          "pool.reserved",
          "pool.acquire_timeout_ms",
          "connect_timeout_ms",
          "answer_timeout_ms",
          "settle_timeout_ms",
          "prepared_timeout_ms",
          "finish_within_ms",
          "max_result_rows",
          "validate_reads",
          "gate",
          "gate_wait_ms");

  private static final long DAY = 86_400_000;

  /**
   * Reads a configuration.
   *
   * @param config the configuration
   * @return the settings
   * @throws IllegalArgumentException if a property is missing or illegal
   */
  public static DrevoSettings from(StoreConfig config) {
    config.requireKnown(KNOWN);
    return new DrevoSettings(
        config.name(),
        DrevoPlace.of(config.name(), config.required("url"), config.optional("database")),
        config.optional("user"),
        config.optional("password"),
        PoolSizes.from(config),
        TimeLimits.from(config),
        PreparedTimeouts.from(config),
        (int) config.number("max_result_rows", 100_000, 1, 100_000_000),
        config.flag("validate_reads", false),
        config.flag("gate", true));
  }

  @Override
  public String toString() {
    return "DrevoSettings[" + name + ", " + place + "]";
  }

  /**
   * The sizes of the pools.
   *
   * @param most most connections for work
   * @param reserved most connections for recovery and settling alone
   */
  public record PoolSizes(int most, int reserved) {
    static PoolSizes from(StoreConfig config) {
      return new PoolSizes(
          (int) config.number("pool.max", 10, 1, 1_000),
          (int) config.number("pool.reserved", 2, 1, 100));
    }
  }

  /**
   * The bounds in time, in milliseconds.
   *
   * @param acquire how long to wait for a free connection
   * @param connect how long opening a connection may take
   * @param answer how long one answer of the server may take in a step of the protocol
   * @param settle how long settling goes on
   * @param gate how long a writer waits for the other writers of this process
   */
  public record TimeLimits(long acquire, long connect, long answer, long settle, long gate) {
    static TimeLimits from(StoreConfig config) {
      return new TimeLimits(
          config.number("pool.acquire_timeout_ms", 5_000, 1, DAY),
          config.number("connect_timeout_ms", 5_000, 1, DAY),
          config.number("answer_timeout_ms", 30_000, 1, DAY),
          config.number("settle_timeout_ms", 5_000, 1, DAY),
          config.number("gate_wait_ms", 1_000, 1, DAY));
    }
  }

  /**
   * What the server does with branches that stay prepared.
   *
   * @param server after how long the server rolls one back by itself; 0 for never
   * @param finish within how long this deployment promises to finish one
   */
  public record PreparedTimeouts(long server, long finish) {
    static PreparedTimeouts from(StoreConfig config) {
      return new PreparedTimeouts(
          config.number("prepared_timeout_ms", 0, 0, 365 * DAY),
          config.number("finish_within_ms", 600_000, 1, 365 * DAY));
    }

    boolean tooShort() {
      return server > 0 && server < finish;
    }
  }
}
