package org.datxa.internal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.datxa.internal.config.JournalOpener;
import org.datxa.internal.config.Settings;
import org.datxa.internal.work.StoreParticipation;
import org.datxa.journal.Journal;
import org.datxa.journal.JournalException;
import org.datxa.spi.Finding;
import org.datxa.spi.ForeignStore;
import org.datxa.spi.Store;
import org.datxa.spi.StoreConfig;
import org.datxa.spi.StoreProvider;
import org.datxa.spi.error.ConfigurationRefused;

/** Opens stores and journal, and refuses with everything that is wrong, or with nothing open. */
final class Opening {
  private final List<Finding> findings = new ArrayList<>();
  private final Map<String, Store> stores = new LinkedHashMap<>();
  private final Map<String, StoreParticipation> participations = new HashMap<>();
  private Optional<Journal> journal = Optional.empty();

  static Opening open(Settings settings, UnaryOperator<Journal> aroundJournal) {
    Opening opening = new Opening();
    try {
      opening.openAll(settings, aroundJournal);
    } catch (RuntimeException e) {
      opening.close(e);
      throw e;
    }
    if (!opening.findings.isEmpty()) {
      ConfigurationRefused refused = new ConfigurationRefused(opening.findings);
      opening.close(refused);
      throw refused;
    }
    return opening;
  }

  Map<String, Store> stores() {
    return stores;
  }

  Map<String, StoreParticipation> participations() {
    return participations;
  }

  Optional<Journal> journal() {
    return journal;
  }

  private void openAll(Settings settings, UnaryOperator<Journal> aroundJournal) {
    Map<String, StoreProvider> providers = providers();
    settings.stores().forEach(config -> open(config, providers));
    settings
        .journal()
        .ifPresent(it -> journal = JournalOpener.open(it, settings.stores(), findings));
    journal =
        journal.map(
            it -> Objects.requireNonNull(aroundJournal.apply(it), "what is around the journal"));
    findings.addAll(check());
    distinctLocations();
    if (settings.journal().isEmpty() && stores.size() > 1 && !decidedByManagers(settings)) {
      findings.add(
          new Finding(
              "journal",
              "there are " + stores.size() + " stores and no journal",
              "set journal to jdbc:postgresql:…, store:<name>, bolt://…, or file:///… for"
                  + " development."));
    }
    if (findings.isEmpty()) {
      journal.ifPresent(this::bind);
    }
  }

  // X5: where each store answers its manager itself, nothing is left for a journal to decide.
  private boolean decidedByManagers(Settings settings) {
    return settings.shape() == Settings.Shape.SPLIT
        && stores.values().stream().allMatch(ForeignStore.class::isInstance);
  }

  /** What journal and stores find wrong with themselves now. */
  List<Finding> check() {
    List<Finding> all = new ArrayList<>();
    journal.ifPresent(it -> all.addAll(it.check()));
    stores.values().forEach(store -> all.addAll(store.check()));
    return all;
  }

  private Map<String, StoreProvider> providers() {
    Map<String, StoreProvider> byKind = new HashMap<>();
    for (StoreProvider provider : ServiceLoader.load(StoreProvider.class)) {
      StoreProvider other = byKind.put(provider.kind(), provider);
      if (other != null) {
        findings.add(
            new Finding(
                "configuration",
                "two providers of the kind '" + provider.kind() + "' are on the class path",
                "remove one: " + other.getClass() + ", " + provider.getClass()));
      }
    }
    return byKind;
  }

  private void open(StoreConfig config, Map<String, StoreProvider> providers) {
    StoreProvider provider = providers.get(config.kind());
    if (provider == null) {
      findings.add(
          new Finding(
              config.name(),
              "the kind '" + config.kind() + "' is unknown",
              "use one of " + providers.keySet() + ", or add its bridge to the class path."));
      return;
    }
    StoreParticipation participation = new StoreParticipation(config.name());
    try {
      stores.put(config.name(), provider.open(config, participation));
      participations.put(config.name(), participation);
    } catch (IllegalArgumentException e) {
      findings.add(new Finding(config.name(), e.getMessage(), "correct the property."));
    }
  }

  private void distinctLocations() {
    Map<String, String> byLocation = new HashMap<>();
    stores.forEach(
        (name, store) -> {
          String other = byLocation.put(store.kind() + " " + store.appliedLocation(), name);
          if (other != null) {
            findings.add(
                new Finding(
                    name,
                    "it keeps its markers where '" + other + "' does: " + store.appliedLocation(),
                    "give each store a schema, database or warehouse of its own."));
          }
        });
  }

  private void bind(Journal opened) {
    UUID id = opened.id();
    for (Store store : stores.values()) {
      findings.addAll(store.bind(id));
      try {
        opened.register(store.name());
      } catch (JournalException e) {
        findings.add(new Finding("journal", e.getMessage(), "make the journal writable."));
      }
    }
  }

  private void close(RuntimeException main) {
    List<AutoCloseable> open = new ArrayList<>(stores.values());
    journal.ifPresent(open::add);
    for (AutoCloseable it : open) {
      try {
        it.close();
      } catch (Exception e) {
        main.addSuppressed(e);
      }
    }
  }
}
