package org.datxa.internal.config;

import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.datxa.internal.config.Settings.JournalSettings;
import org.datxa.journal.DrevoJournalConfig;
import org.datxa.journal.Journal;
import org.datxa.journal.Journals;
import org.datxa.journal.PostgresJournalConfig;
import org.datxa.spi.Finding;
import org.datxa.spi.StoreConfig;

/** Makes the journal that the configuration names. */
public final class JournalOpener {
  private JournalOpener() {}

  /**
   * Makes a journal. Nothing is reached yet.
   *
   * @param settings where it is
   * @param stores the configured stores, one of which may hold it
   * @param findings gets what is wrong
   * @return the journal, or empty when something is wrong
   */
  public static Optional<Journal> open(
      JournalSettings settings, List<StoreConfig> stores, List<Finding> findings) {
    try {
      String url = settings.url();
      if (url.startsWith("store:")) {
        return Optional.of(inStore(settings, url.substring("store:".length()), stores));
      }
      if (url.startsWith("jdbc:postgresql:")) {
        return Optional.of(Journals.postgresql(config(url, settings.properties())));
      }
      if (isBolt(url)) {
        return inDrevo(settings, stores, findings);
      }
      if (url.startsWith("file:///")) {
        return Optional.of(Journals.file(Path.of(URI.create(url)), Clock.systemUTC()));
      }
      findings.add(
          new Finding(
              "journal",
              "its place begins with none of the known words",
              "use jdbc:postgresql:…, store:<name>, bolt://…, or file:///… for development."));
    } catch (IllegalArgumentException e) {
      findings.add(new Finding("journal", e.getMessage(), "correct the key journal."));
    }
    return Optional.empty();
  }

  private static Journal inStore(JournalSettings settings, String name, List<StoreConfig> stores) {
    StoreConfig store =
        stores.stream()
            .filter(it -> it.name().equals(name) && inPostgres(it))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "store:" + name + " names no store in a PostgreSQL database"));
    Map<String, String> properties = new HashMap<>(settings.properties());
    List.of("user", "password")
        .forEach(key -> store.optional(key).ifPresent(it -> properties.putIfAbsent(key, it)));
    return Journals.postgresql(config(store.required("url"), properties));
  }

  private static boolean isBolt(String url) {
    return url.regionMatches(true, 0, "bolt", 0, "bolt".length());
  }

  private static Optional<Journal> inDrevo(
      JournalSettings settings, List<StoreConfig> stores, List<Finding> findings) {
    DrevoJournalConfig config = drevo(settings.url(), settings.properties());
    Optional<StoreConfig> same =
        stores.stream()
            .filter(it -> graph(it).filter(config.graph()::equals).isPresent())
            .findAny();
    same.ifPresent(
        store ->
            findings.add(
                new Finding(
                    "journal",
                    "its graph is that of the store '" + store.name() + "': " + config.graph(),
                    "give it a database of its own: what is prepared in a store stops it.")));
    try {
      return same.isPresent() ? Optional.empty() : Optional.of(Journals.drevo(config));
    } catch (NoClassDefFoundError e) {
      findings.add(
          new Finding(
              "journal",
              "the client of drevo is not on the class path: " + e.getMessage(),
              "add org.neo4j.driver:neo4j-java-driver."));
      return Optional.empty();
    }
  }

  /** The graph of a store, as far as the configuration shows it. */
  private static Optional<String> graph(StoreConfig store) {
    Optional<String> url = store.optional("url").filter(JournalOpener::isBolt);
    String database = store.optional("database").map(it -> "?database=" + it).orElse("");
    try {
      return url.map(it -> DrevoJournalConfig.of(it + database, "", "").graph());
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // its bridge says what is wrong with it
    }
  }

  private static DrevoJournalConfig drevo(String url, Map<String, String> properties) {
    for (String key : List.of("schema", "table", "group_commit")) {
      if (properties.containsKey(key)) {
        throw new IllegalArgumentException("journal." + key + " means nothing to a drevo journal");
      }
    }
    DrevoJournalConfig config =
        DrevoJournalConfig.of(
            url, properties.getOrDefault("user", ""), properties.getOrDefault("password", ""));
    DrevoJournalConfig.Limits limits = config.limits();
    return config
        .withPoolSize(number(properties, "pool.max", config.poolSize()))
        .withLimits(
            new DrevoJournalConfig.Limits(
                millis(properties, "connect_timeout_ms", limits.connect()),
                millis(properties, "pool.acquire_timeout_ms", limits.acquire()),
                millis(properties, "answer_timeout_ms", limits.answer()),
                millis(properties, "conflict_timeout_ms", limits.conflict())));
  }

  private static boolean inPostgres(StoreConfig store) {
    return store.optional("url").filter(url -> url.startsWith("jdbc:postgresql:")).isPresent();
  }

  private static PostgresJournalConfig config(String url, Map<String, String> properties) {
    if (properties.containsKey("conflict_timeout_ms")) {
      throw new IllegalArgumentException("journal.conflict_timeout_ms is for a drevo journal");
    }
    PostgresJournalConfig config =
        PostgresJournalConfig.of(
            url,
            properties.getOrDefault("user", "postgres"),
            properties.getOrDefault("password", ""));
    return config
        .at(
            properties.getOrDefault("schema", config.schema()),
            properties.getOrDefault("table", config.table()))
        .withPoolSize(number(properties, "pool.max", config.poolSize()))
        .withGroupCommit(flag(properties, "group_commit", config.groupCommit()))
        .withLimits(limits(config.limits(), properties));
  }

  private static PostgresJournalConfig.Limits limits(
      PostgresJournalConfig.Limits limits, Map<String, String> properties) {
    Duration answer = millis(properties, "answer_timeout_ms", limits.answer());
    Duration lock = answer.compareTo(limits.lock()) > 0 ? limits.lock() : answer.dividedBy(2);
    return new PostgresJournalConfig.Limits(
        millis(properties, "connect_timeout_ms", limits.connect()),
        millis(properties, "pool.acquire_timeout_ms", limits.acquire()),
        answer,
        lock);
  }

  private static boolean flag(Map<String, String> properties, String key, boolean fallback) {
    String text = properties.getOrDefault(key, Boolean.toString(fallback)).strip();
    if (text.equals("true") || text.equals("false")) {
      return text.equals("true");
    }
    throw new IllegalArgumentException("journal." + key + " must be true or false");
  }

  private static Duration millis(Map<String, String> properties, String key, Duration fallback) {
    return Duration.ofMillis(number(properties, key, (int) fallback.toMillis()));
  }

  private static int number(Map<String, String> properties, String key, int fallback) {
    String text = properties.get(key);
    try {
      return text == null ? fallback : Integer.parseInt(text.strip());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("journal." + key + " must be a whole number", e);
    }
  }
}
