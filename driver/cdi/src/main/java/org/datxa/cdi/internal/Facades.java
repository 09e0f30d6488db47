package org.datxa.cdi.internal;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.datxa.DatXA;
import org.datxa.spi.StoreProvider;

/** The types that stores are worked with, as the bridges on the class path tell. */
final class Facades {
  private static final String STORES = "stores.";
  private static final String KIND = ".kind";

  private final Map<String, Set<Class<?>>> byKind = new HashMap<>();

  Facades(ClassLoader loader) {
    ServiceLoader.load(StoreProvider.class, loader)
        .forEach(provider -> byKind.put(provider.kind(), provider.facades()));
  }

  Set<Class<?>> all() {
    Set<Class<?>> all = new HashSet<>();
    byKind.values().forEach(all::addAll);
    return all;
  }

  /** What a configuration will offer, told before any store is open. */
  SortedSet<Place> configured(Properties configuration) {
    SortedSet<Place> places = new TreeSet<>();
    for (String key : configuration.stringPropertyNames()) {
      if (key.startsWith(STORES) && key.endsWith(KIND)) {
        String store = key.substring(STORES.length(), key.length() - KIND.length());
        byKind
            .getOrDefault(configuration.getProperty(key).strip(), Set.of())
            .forEach(type -> places.add(Place.of(type, store)));
      }
    }
    return places;
  }

  /** What a deployment offers. */
  SortedSet<Place> offered(DatXA datxa) {
    SortedSet<Place> places = new TreeSet<>();
    for (String store : datxa.stores()) {
      all().stream()
          .filter(type -> facade(datxa, store, type).isPresent())
          .forEach(type -> places.add(Place.of(type, store)));
    }
    return places;
  }

  static <T> Optional<T> facade(DatXA datxa, String store, Class<T> type) {
    try {
      return Optional.of(datxa.facade(store, type));
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // it is told by what there is instead
    }
  }
}
