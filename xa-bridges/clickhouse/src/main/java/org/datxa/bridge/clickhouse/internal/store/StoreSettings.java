package org.datxa.bridge.clickhouse.internal.store;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.datxa.bridge.clickhouse.internal.http.Endpoint;
import org.datxa.spi.StoreConfig;

/**
 * The properties of a store, checked.
 *
 * @param endpoint where the server is
 * @param claimMillis how long a claim lasts
 * @param executionMillis how long the server may work on one statement
 * @param marginMillis what is added before a statement counts as dead
 * @param chunkRows how many rows a chunk may have
 * @param chunkBytes how many bytes a chunk may have
 * @param bufferBytes how many bytes a transaction may buffer
 * @param compress whether answers to the application's queries are compressed
 * @param replacing the tables declared as replacing
 */
public record StoreSettings(
    Endpoint endpoint,
    long claimMillis,
    long executionMillis,
    long marginMillis,
    int chunkRows,
    int chunkBytes,
    int bufferBytes,
    boolean compress,
    Set<String> replacing) {
  private static final int MIB = 1 << 20;
  private static final Set<String> KNOWN =
      Set.of(
          "url",
          "database",
          "user",
          "password",
          "connect_timeout_ms",
          "socket_timeout_ms",
          "claim_ms",
          "max_execution_ms",
          "margin_ms",
          "max_chunk_rows",
          "max_chunk_bytes",
          "max_buffer_bytes",
          "compress",
          "replacing.tables");

  /**
   * Reads the properties.
   *
   * @param config the configuration
   * @return the settings
   * @throws IllegalArgumentException if one of them is not legal
   */
  public static StoreSettings of(StoreConfig config) {
    config.requireKnown(KNOWN);
    long execution = config.number("max_execution_ms", 10_000, 1000, 600_000);
    Endpoint endpoint = Addresses.endpoint(config);
    return new StoreSettings(
        endpoint,
        config.number("claim_ms", 10_000, 100, 60_000),
        execution,
        config.number("margin_ms", 2000, 0, 60_000),
        (int) config.number("max_chunk_rows", 100_000, 1, 1_000_000),
        (int) config.number("max_chunk_bytes", 8 * MIB, 1024, 64 * MIB),
        (int) config.number("max_buffer_bytes", 64 * MIB, 1024, 512 * MIB),
        config.flag("compress", false),
        replacing(config, endpoint.database()));
  }

  private static Set<String> replacing(StoreConfig config, String database) {
    Set<String> tables = new TreeSet<>();
    Arrays.stream(config.optional("replacing.tables").orElse("").split(",", -1))
        .map(String::strip)
        .filter(name -> !name.isEmpty())
        .forEach(name -> tables.add(name.contains(".") ? name : database + "." + name));
    return tables;
  }

  /**
   * How long after a deadline a statement may still be running.
   *
   * @return milliseconds
   */
  public long quietMillis() {
    return executionMillis + marginMillis;
  }
}
