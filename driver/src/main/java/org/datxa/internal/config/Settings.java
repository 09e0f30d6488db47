package org.datxa.internal.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.datxa.spi.StoreConfig;

/**
 * The whole configuration, as it was given. {@link #toString} shows no values.
 *
 * @param journal where the journal is, or empty
 * @param stores the stores, in the order configured
 * @param engine how the engine works
 * @param shape what a transaction manager sees of a transaction
 */
public record Settings(
    Optional<JournalSettings> journal, List<StoreConfig> stores, Engine engine, Shape shape) {
  /** What a transaction manager sees of a transaction. */
  public enum Shape {
    /** One resource for all stores. */
    COMPOSITE,
    /** A resource for each store that can prepare, and one for all the others. */
    SPLIT
  }

  /** Copies the list. */
  public Settings {
    stores = List.copyOf(stores);
  }

  /**
   * Where the journal is.
   *
   * @param url {@code jdbc:postgresql:…}, {@code store:<name>}, {@code
   *     bolt://host[:port]?database=name} or {@code file:///…}
   * @param properties without the prefix {@code journal.}: user, password, pool.max,
   *     pool.acquire_timeout_ms, connect_timeout_ms, answer_timeout_ms; in PostgreSQL also schema,
   *     table and group_commit, in drevo conflict_timeout_ms
   */
  public record JournalSettings(String url, Map<String, String> properties) {
    /** Copies the map. */
    public JournalSettings {
      properties = Map.copyOf(properties);
    }

    @Override
    public String toString() {
      return "JournalSettings[" + properties.keySet() + "]";
    }
  }

  /**
   * How the engine works.
   *
   * @param recordedIntent whether the intent is recorded before anything is prepared
   * @param maxPayloadBytes the most that all staged work of one meta-transaction may have
   * @param minFree the least free space asked of every written store; 0 asks nobody
   * @param timeout how long the work of a meta-transaction may take
   * @param settle how long a lost answer is settled before it is in doubt
   * @param recovery the times of recovery
   */
  public record Engine(
      boolean recordedIntent,
      long maxPayloadBytes,
      long minFree,
      Duration timeout,
      Duration settle,
      Recovery recovery) {}

  /**
   * The times of recovery.
   *
   * @param interval between two passes of the periodic worker; zero for none
   * @param stale how long something must be unchanged before recovery acts
   * @param alert how long before it is reported
   * @param sweep between two sweeps of staged files
   * @param keep how long finished records stay in the journal
   * @param markers how long markers are kept at least
   */
  public record Recovery(
      Duration interval,
      Duration stale,
      Duration alert,
      Duration sweep,
      Duration keep,
      Duration markers) {}

  @Override
  public String toString() {
    return "Settings[stores=" + stores.stream().map(StoreConfig::name).toList() + "]";
  }
}
