package org.datxa.internal.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.datxa.internal.config.Settings.JournalSettings;
import org.datxa.spi.Finding;
import org.datxa.spi.StoreConfig;
import org.datxa.spi.StoreName;
import org.datxa.spi.error.ConfigurationRefused;

/** Reads settings from flat keys, and refuses all that is wrong with them at once. */
public final class SettingsReader {
  private static final long ALERT_AFTER_MS = 600_000;
  private static final long LONGEST_MS = Duration.ofDays(36500).toMillis();
  private static final Set<String> ENGINE_KEYS =
      Set.of(
          "journal",
          "journal.intent",
          "shape",
          "max_payload_bytes",
          "min_free",
          "timeout_ms",
          "settle_ms",
          "recovery.interval_ms",
          "recovery.stale_after_ms",
          "recovery.alert_after_ms",
          "recovery.sweep_ms",
          "journal.keep_ms",
          "markers.keep_ms");

  private static final Set<String> JOURNAL_KEYS =
      Set.of(
          "journal.user",
          "journal.password",
          "journal.schema",
          "journal.table",
          "journal.pool.max",
          "journal.pool.acquire_timeout_ms",
          "journal.connect_timeout_ms",
          "journal.answer_timeout_ms",
          "journal.conflict_timeout_ms",
          "journal.group_commit");

  private final Map<String, String> values;
  private final List<Finding> findings = new ArrayList<>();

  private SettingsReader(Map<String, String> values) {
    this.values = values;
  }

  /**
   * Reads settings.
   *
   * @param values keys and values
   * @return the settings
   * @throws ConfigurationRefused with everything that is wrong
   */
  public static Settings read(Map<String, String> values) {
    SettingsReader reader = new SettingsReader(new TreeMap<>(values));
    Settings settings = reader.settings();
    if (!reader.findings.isEmpty()) {
      throw new ConfigurationRefused(reader.findings);
    }
    return settings;
  }

  private Settings settings() {
    List<StoreConfig> stores = stores();
    values.keySet().stream().filter(key -> !isKnown(key)).forEach(this::unknownKey);
    return new Settings(journal(), stores, engine(), shape());
  }

  private static boolean isKnown(String key) {
    return ENGINE_KEYS.contains(key) || JOURNAL_KEYS.contains(key) || key.startsWith("stores.");
  }

  private void unknownKey(String key) {
    findings.add(
        new Finding("configuration", "the key '" + key + "' is unknown", "remove or correct it."));
  }

  private Optional<JournalSettings> journal() {
    String url = values.get("journal");
    if (url == null || url.isBlank()) {
      return Optional.empty();
    }
    Map<String, String> properties = new HashMap<>();
    values.forEach(
        (key, value) -> {
          if (key.startsWith("journal.") && !ENGINE_KEYS.contains(key)) {
            properties.put(key.substring("journal.".length()), value);
          }
        });
    return Optional.of(new JournalSettings(url.strip(), properties));
  }

  private List<StoreConfig> stores() {
    Map<String, Map<String, String>> byName = new TreeMap<>();
    values.forEach((key, value) -> collect(byName, key, value));
    List<StoreConfig> stores = new ArrayList<>();
    byName.forEach((name, properties) -> store(name, properties).ifPresent(stores::add));
    if (stores.isEmpty() && findings.isEmpty()) {
      findings.add(
          new Finding("configuration", "no store is configured", "set stores.<name>.kind."));
    }
    return stores;
  }

  private void collect(Map<String, Map<String, String>> byName, String key, String value) {
    if (!key.startsWith("stores.")) {
      return;
    }
    String rest = key.substring("stores.".length());
    int dot = rest.indexOf('.');
    if (dot <= 0) {
      unknownKey(key);
      return;
    }
    byName
        .computeIfAbsent(rest.substring(0, dot), name -> new TreeMap<>())
        .put(rest.substring(dot + 1), value);
  }

  private Optional<StoreConfig> store(String name, Map<String, String> properties) {
    if (!StoreName.isLegal(name)) {
      findings.add(
          new Finding(
              "configuration",
              "'" + name + "' is no legal name of a store",
              "use a lower-case letter, then letters, digits, '_' or '-'."));
      return Optional.empty();
    }
    String kind = properties.remove("kind");
    if (kind == null || kind.isBlank()) {
      findings.add(new Finding(name, "it has no kind", "set stores." + name + ".kind."));
      return Optional.empty();
    }
    if (kind.strip().equals("drevo")) {
      // Its server may roll back by itself; until a transaction counts as stuck it must not.
      long within = Math.max(1, number("recovery.alert_after_ms", ALERT_AFTER_MS, 0, LONGEST_MS));
      properties.putIfAbsent("finish_within_ms", Long.toString(within));
    }
    return Optional.of(new StoreConfig(name, kind.strip(), properties));
  }

  private Settings.Engine engine() {
    String intent = values.getOrDefault("journal.intent", "none").strip();
    if (!intent.equals("none") && !intent.equals("recorded")) {
      findings.add(
          new Finding(
              "configuration",
              "journal.intent is neither 'none' nor 'recorded'",
              "choose one of them."));
    }
    Settings.Engine engine =
        new Settings.Engine(
            intent.equals("recorded"),
            number("max_payload_bytes", 16L << 20, 1, 1L << 30),
            number("min_free", 0, 0, Long.MAX_VALUE),
            millis("timeout_ms", 60_000, 1),
            millis("settle_ms", 10_000, 0),
            recovery());
    ages(engine);
    return engine;
  }

  private Settings.Shape shape() {
    String shape = values.getOrDefault("shape", "composite").strip();
    if (!shape.equals("composite") && !shape.equals("split")) {
      findings.add(
          new Finding(
              "configuration", "shape is neither 'composite' nor 'split'", "choose one of them."));
    }
    return shape.equals("split") ? Settings.Shape.SPLIT : Settings.Shape.COMPOSITE;
  }

  private void ages(Settings.Engine engine) {
    Duration keep = engine.recovery().keep();
    if (keep.compareTo(engine.timeout().plus(engine.settle())) < 0) {
      // J9: what is older than the watermark is refused, and that would be all that is at work
      findings.add(
          new Finding(
              "configuration",
              "journal.keep_ms is less than timeout_ms and settle_ms together",
              "raise it: compaction would abort transactions that are at work."));
    }
    if (engine.recovery().markers().compareTo(keep) <= 0) {
      // J5
      findings.add(
          new Finding(
              "configuration",
              "markers.keep_ms is not longer than journal.keep_ms",
              "raise it: markers must outlive the journal's records."));
    }
  }

  private Settings.Recovery recovery() {
    return new Settings.Recovery(
        millis("recovery.interval_ms", 10_000, 0),
        millis("recovery.stale_after_ms", 30_000, 0),
        millis("recovery.alert_after_ms", ALERT_AFTER_MS, 0),
        millis("recovery.sweep_ms", 600_000, 1),
        millis("journal.keep_ms", Duration.ofHours(24).toMillis(), 0),
        millis("markers.keep_ms", Duration.ofDays(2).toMillis(), 1));
  }

  private Duration millis(String key, long fallback, long least) {
    return Duration.ofMillis(number(key, fallback, least, LONGEST_MS));
  }

  private long number(String key, long fallback, long least, long most) {
    String text = values.get(key);
    if (text == null || text.isBlank()) {
      return fallback;
    }
    try {
      long value = Long.parseLong(text.strip());
      if (value >= least && value <= most) {
        return value;
      }
      outOfRange(key, least, most, "");
    } catch (NumberFormatException e) {
      outOfRange(key, least, most, " (" + e.getMessage() + ")");
    }
    return fallback;
  }

  private void outOfRange(String key, long least, long most, String why) {
    findings.add(
        new Finding(
            "configuration",
            key + " must be a whole number from " + least + " to " + most + why,
            "correct it."));
  }
}
