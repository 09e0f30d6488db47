package org.datxa.spring;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.datxa.spi.Finding;
import org.datxa.spi.error.ConfigurationRefused;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * What is configured below {@code datxa}, under the names that DatXA knows. Values are never shown:
 * any may be a secret.
 */
final class DatXaProperties {
  private static final String STORES = "stores.";
  private static final Set<String> OF_THE_STARTER = Set.of("enabled", "primary");

  private final Map<String, String> values = new TreeMap<>();
  private final Optional<String> primary;

  private DatXaProperties(Map<String, String> given) {
    this.primary = Optional.ofNullable(given.get("primary")).filter(it -> !it.isBlank());
    Map<String, String> names = storeNames(given.keySet());
    given.forEach(
        (name, value) -> {
          if (!OF_THE_STARTER.contains(name)) {
            values.put(name.startsWith(STORES) ? ofStore(name, names) : other(name), value);
          }
        });
  }

  static DatXaProperties of(Environment environment) {
    return new DatXaProperties(
        Binder.get(environment)
            .bind("datxa", Bindable.mapOf(String.class, String.class))
            .orElseGet(Map::of));
  }

  private static String other(String name) {
    return PropertyNames.ofDeployment(name);
  }

  private static String ofStore(String name, Map<String, String> names) {
    String rest = name.substring(STORES.length());
    int dot = rest.indexOf('.');
    if (dot < 0) {
      return name; // refused at start
    }
    String store = names.get(PropertyNames.squeezed(rest.substring(0, dot)));
    return STORES + store + "." + PropertyNames.ofStore(rest.substring(dot + 1));
  }

  /** A variable of the environment cannot spell a dash, so a spelling that has it wins. */
  private static Map<String, String> storeNames(Set<String> given) {
    Map<String, Set<String>> spellings = new HashMap<>();
    for (String name : given) {
      if (name.startsWith(STORES)) {
        String store = name.substring(STORES.length()).replaceFirst("\\..*", "");
        spellings.computeIfAbsent(PropertyNames.squeezed(store), key -> new TreeSet<>()).add(store);
      }
    }
    List<Finding> findings = new ArrayList<>();
    Map<String, String> names = new HashMap<>();
    spellings.forEach((squeezed, all) -> names.put(squeezed, one(squeezed, all, findings)));
    if (!findings.isEmpty()) {
      throw new ConfigurationRefused(findings);
    }
    return names;
  }

  private static String one(String squeezed, Set<String> spellings, List<Finding> findings) {
    Set<String> separated = new TreeSet<>(spellings);
    separated.remove(squeezed);
    if (separated.size() > 1) {
      findings.add(
          new Finding(
              "configuration",
              "the stores " + separated + " have one name to Spring Boot",
              "spell it in one way, or rename all but one."));
    }
    return separated.isEmpty() ? squeezed : separated.iterator().next();
  }

  /** All but what is meant for the starter itself. */
  Map<String, String> values() {
    return values;
  }

  /** The store whose data source is the primary one, or {@code none}; empty to choose by rule. */
  Optional<String> primary() {
    return primary;
  }

  /** The kinds of the stores, by name. */
  Map<String, String> kinds() {
    Map<String, String> kinds = new TreeMap<>();
    values.forEach(
        (key, value) -> {
          if (key.startsWith(STORES) && key.endsWith(".kind")) {
            String name = key.substring(STORES.length(), key.length() - ".kind".length());
            if (!name.contains(".")) {
              kinds.put(name, value.strip());
            }
          }
        });
    return kinds;
  }

  @Override
  public String toString() {
    return "DatXaProperties" + values.keySet();
  }
}
