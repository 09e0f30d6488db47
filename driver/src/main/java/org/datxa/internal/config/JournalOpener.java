package org.datxa.internal.config;

import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.datxa.internal.config.Settings.JournalSettings;
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
      if (url.startsWith("file:///")) {
        return Optional.of(Journals.file(Path.of(URI.create(url)), Clock.systemUTC()));
      }
      findings.add(
          new Finding(
              "journal",
              "its place begins with none of the known words",
              "use jdbc:postgresql:…, store:<name>, or file:///… for development."));
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

  private static boolean inPostgres(StoreConfig store) {
    return store.optional("url").filter(url -> url.startsWith("jdbc:postgresql:")).isPresent();
  }

  private static PostgresJournalConfig config(String url, Map<String, String> properties) {
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
        .withGroupCommit(flag(properties, "group_commit", config.groupCommit()));
  }

  private static boolean flag(Map<String, String> properties, String key, boolean fallback) {
    String text = properties.getOrDefault(key, Boolean.toString(fallback)).strip();
    if (text.equals("true") || text.equals("false")) {
      return text.equals("true");
    }
    throw new IllegalArgumentException("journal." + key + " must be true or false");
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
